import { createUuid } from '#web/lib/create-uuid.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import type { OnPageHide } from './state-sync.ts'

/** Seconds. Listens that begin later, at a saved position, say nothing about who stayed. */
const latestStart = 5

type RetentionDeps = {
  audio: Pick<HTMLAudioElement, 'paused' | 'readyState' | 'addEventListener'>
  player: {
    state: () => { currentTrack: { id: string } | null }
    subscribe: (listener: () => void) => unknown
  }
  position: Pick<PlaybackPosition, 'current'>
  send: (trackId: string, report: { listenId: string; position: number }) => void
  onPageHide: OnPageHide
}

type Listen = { listenId: string; trackId: string; furthest: number; reported: number }

/** Tells the server how far a listener gets: when a listen starts, when it pauses or ends, and when the page is hidden. */
export function connectRetention({ audio, player, position, send, onPageHide }: RetentionDeps) {
  let track: { id: string } | null = null
  let listen: Listen | undefined
  function report() {
    if (!listen || listen.furthest <= listen.reported) return
    listen.reported = listen.furthest
    send(listen.trackId, { listenId: listen.listenId, position: listen.furthest })
  }
  function start(next: { id: string } | null) {
    report()
    track = next
    listen = undefined
  }
  function tick() {
    const now = position.current()
    // Setting the source fires `timeupdate` too.
    if (!track || audio.paused || audio.readyState === 0) return
    if (listen) {
      listen.furthest = Math.max(listen.furthest, now)
      return
    }
    if (now > latestStart) return
    listen = { listenId: createUuid(), trackId: track.id, furthest: now, reported: now }
    send(track.id, { listenId: listen.listenId, position: 0 })
  }
  player.subscribe(() => {
    const { currentTrack } = player.state()
    if (currentTrack?.id !== track?.id) start(currentTrack)
  })
  start(player.state().currentTrack)
  audio.addEventListener('timeupdate', tick)
  audio.addEventListener('pause', report)
  audio.addEventListener('ended', () => start(track))
  onPageHide(report)
}
