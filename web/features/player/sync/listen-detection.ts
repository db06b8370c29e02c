import type { RouteInput } from '#contract/client.ts'
import type * as routes from '#contract/routes.ts'
import { createUuid } from '#web/lib/create-uuid.ts'
import type { OnPageHide } from '#web/lib/on-page-hide.ts'

/** Seconds of a track that have sounded, or half of it: for 'now playing', a listen, and one of services outside of the site. */
const thresholds = [
  { kind: 'nowPlaying', after: 1 },
  { kind: 'listen', after: 30 },
  { kind: 'scrobble', after: 4 * 60 },
] as const

/** Seconds. Listens that begin later, at a saved position, say nothing about who stayed. */
const latestStart = 5

/** The position jumps at these events, or may have: what is between did not sound. */
const jumps = ['emptied', 'loadedmetadata', 'seeking', 'seeked', 'playing', 'pause'] as const

type RetentionReport = RouteInput<typeof routes.recordRetention>['body']
export type ListenEvent =
  /** The first sound of the track on this page. */
  | { kind: 'play' }
  | { kind: (typeof thresholds)[number]['kind']; seconds: number }
  /** How far it gets: when it starts, pauses or ends, and when the page is hidden. */
  | { kind: 'retention'; report: RetentionReport }

type Deps<Track> = {
  audio: Pick<
    HTMLAudioElement,
    'duration' | 'seeking' | 'paused' | 'readyState' | 'addEventListener'
  >
  current: () => Track | null | undefined
  /** Seconds in the current track. */
  position: () => number
  onPageHide: OnPageHide
  report: (track: Track, event: ListenEvent) => void
}

/** Reports what a listen reaches, once. Only what sounds counts, not what is skipped. A repeated track is another listen. */
export function detectListens<Track extends { id: string; duration: number | null }>({
  audio,
  current,
  position,
  onPageHide,
  report,
}: Deps<Track>): void {
  const played = new Set<string>()
  let track = current()
  let last = position()
  let seconds = 0
  let reached = 0
  let stay: { listenId: string; furthest: number; reported: number } | undefined

  function start(next: typeof track) {
    reportStay()
    track = next
    seconds = 0
    reached = 0
    stay = undefined
  }
  function follow() {
    const next = current()
    if (next?.id !== track?.id) start(next)
  }
  function reportStay() {
    if (!track || !stay || stay.furthest <= stay.reported) return
    const { listenId, furthest } = stay
    stay.reported = furthest
    report(track, { kind: 'retention', report: { listenId, position: furthest } })
  }
  function countPlay() {
    if (!track || played.has(track.id)) return
    played.add(track.id)
    report(track, { kind: 'play' })
  }
  function jump() {
    follow()
    last = position()
  }
  function tick() {
    follow()
    const now = position()
    if (!audio.seeking) seconds += Math.max(0, now - last)
    last = now
    if (!track) return
    const duration = track.duration || audio.duration
    const half = duration > 0 ? duration / 2 : Number.POSITIVE_INFINITY
    for (const { kind, after } of thresholds.slice(reached)) {
      if (seconds < Math.min(after, half)) break
      reached += 1
      report(track, { kind, seconds })
    }
    // Setting the source fires `timeupdate` too.
    if (audio.paused || audio.readyState === 0) return
    // A track that follows without a gap fires no `playing`. From HAVE_FUTURE_DATA on it sounds.
    if (audio.readyState >= 3) countPlay()
    if (stay) stay.furthest = Math.max(stay.furthest, now)
    else if (now <= latestStart) {
      stay = { listenId: createUuid(), furthest: now, reported: now }
      report(track, { kind: 'retention', report: { listenId: stay.listenId, position: 0 } })
    }
  }
  for (const event of jumps) audio.addEventListener(event, jump)
  audio.addEventListener('playing', countPlay)
  audio.addEventListener('timeupdate', tick)
  audio.addEventListener('pause', reportStay)
  audio.addEventListener('ended', () => {
    tick()
    start(track)
  })
  onPageHide(reportStay)
}

/** Arrives also if the page is being closed. */
export function reportRetention(url: string, report: RetentionReport): void {
  navigator.sendBeacon(url, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
