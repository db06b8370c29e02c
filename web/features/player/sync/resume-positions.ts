import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import { formatDuration } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { isLong } from '../playback-options.ts'
import type { Player } from '../store.ts'
import type { Owner } from './player-storage.ts'

/** Where to resume tracks over ten minutes. */

export type ResumePosition = { trackId: string; position: number }
export type ResumePositions = ReturnType<typeof createResumePositions>

const key = 'player-resume'
/** Seconds at either end of a track that are not worth resuming. */
const margin = 15
/** Seconds of listening after which the position is saved. */
const saveEvery = 5

/** `unsaved`: the other devices do not have it yet. */
type LocalPosition = ResumePosition & { unsaved?: true }

/** The last 200, the latest first, in the browser's storage. Those of another user are deleted. */
export function createResumePositions(storage: BrowserStorage, owner: Owner) {
  let list = load(storage, owner)
  /** Played to the end, which the other devices do not know yet. */
  const finished = new Set<string>()
  function change(next: LocalPosition[]) {
    list = next.slice(0, limits.maxResumePositions)
    storage.set(key, list.length > 0 ? JSON.stringify({ owner, list }) : null)
  }
  change(list)
  return {
    list: (): ResumePosition[] => list.map(({ trackId, position }) => ({ trackId, position })),
    get: (trackId: string) => list.find((saved) => saved.trackId === trackId)?.position,
    /** Null deletes it. */
    set(trackId: string, position: number | null) {
      const others = list.filter((saved) => saved.trackId !== trackId)
      if (position === null) finished.add(trackId)
      else finished.delete(trackId)
      change(position === null ? others : [{ trackId, position, unsaved: true }, ...others])
    },
    /** Takes over those of the other devices, but for what this device has played since it saved its own. */
    merge(others: readonly ResumePosition[]) {
      const own = list.filter(({ unsaved }) => unsaved)
      const newer = new Set([...own.map(({ trackId }) => trackId), ...finished])
      change([...own, ...others.filter(({ trackId }) => !newer.has(trackId))])
    },
    /** The other devices have these. */
    markSaved(saved: readonly ResumePosition[]) {
      const positions = new Map(saved.map(({ trackId, position }) => [trackId, position]))
      const isSaved = ({ trackId, position }: ResumePosition) => positions.get(trackId) === position
      for (const trackId of finished) if (!positions.has(trackId)) finished.delete(trackId)
      change(
        list.map(({ unsaved, ...entry }) =>
          unsaved && !isSaved(entry) ? { ...entry, unsaved } : entry,
        ),
      )
    },
  }
}

/** A visitor's positions survive signing in. */
function load(storage: BrowserStorage, owner: Owner): LocalPosition[] {
  const saved = readJson<{ owner: Owner; list: LocalPosition[] }>(storage, key)
  if (saved?.owner === owner) return saved.list ?? []
  return saved?.owner === null
    ? (saved.list ?? []).map((entry) => ({ ...entry, unsaved: true }))
    : []
}

type ResumeDeps = {
  player: Player
  position: PlaybackPosition
  resume: ResumePositions
  notify: (toast: ToastText) => () => void
  /** A track that was restored paused is at its position already. */
  isRestored: (track: Track) => boolean
}

/** Remembers the position of long tracks, and offers to resume one that is started again. */
export function connectResume({ player, position, resume, notify, isRestored }: ResumeDeps): void {
  let entryId: string | undefined
  let saved = 0
  let dismissOffer = () => {}
  position.subscribe(() => {
    const { currentTrack, isPlaying } = player.state()
    const now = position.current()
    if (!currentTrack || !isPlaying || !isLong(currentTrack)) return
    if (Math.abs(now - saved) < saveEvery) return
    saved = now
    const isInside = now > margin && now < position.duration() - margin
    if (isInside) resume.set(currentTrack.id, now)
    else if (now > margin) resume.set(currentTrack.id, null)
  })
  player.subscribe(() => {
    const { currentTrack, isPlaying, queue } = player.state()
    const id = queue.entries[queue.index]?.id
    // It would seek in another track.
    if (id !== entryId) dismissOffer()
    if (!currentTrack || !isPlaying || id === entryId) return
    entryId = id
    const resumeAt = resume.get(currentTrack.id)
    if (resumeAt === undefined || isRestored(currentTrack) || position.current() > margin) return
    const label = `Resume at ${formatDuration(resumeAt)}`
    dismissOffer = notify({
      title: currentTrack.title,
      duration: 10_000,
      actions: [{ label, onClick: () => player.seek(resumeAt) }],
    })
  })
}
