import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { formatDuration } from '#web/lib/format.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { isLong } from './playback-options.ts'
import type { PlaybackPosition } from './playback-position.ts'
import type { Owner } from './player-storage.ts'
import type { Player } from './store.ts'

/** Where to resume tracks over ten minutes. */

export type ResumePosition = { trackId: string; position: number }
export type ResumePositions = ReturnType<typeof createResumePositions>

const key = 'player-resume'
/** Seconds at either end of a track that are not worth resuming. */
const margin = 15
/** Seconds of listening after which the position is saved. */
const saveEvery = 5

/** The last 200, the last heard first, in the browser's storage. Those of another user are deleted. */
export function createResumePositions(storage: BrowserStorage, owner: Owner) {
  let list = load(storage, owner)
  const save = () => storage.set(key, JSON.stringify({ owner, list }))
  if (list.length === 0) storage.set(key, null)
  return {
    list: () => list,
    get: (trackId: string) => list.find((saved) => saved.trackId === trackId)?.position,
    /** Null forgets it. */
    set(trackId: string, position: number | null) {
      const others = list.filter((saved) => saved.trackId !== trackId)
      const next = position === null ? others : [{ trackId, position }, ...others]
      list = next.slice(0, limits.maxResumePositions)
      save()
    },
    /** Adds those of other devices. What this device has is newer. */
    merge(others: readonly ResumePosition[]) {
      const known = new Set(list.map(({ trackId }) => trackId))
      const added = others.filter(({ trackId }) => !known.has(trackId))
      if (added.length === 0) return
      list = [...list, ...added].slice(0, limits.maxResumePositions)
      save()
    },
  }
}

function load(storage: BrowserStorage, owner: Owner): ResumePosition[] {
  try {
    const saved = JSON.parse(storage.get(key) ?? '')
    const isOwn = saved.owner === null || saved.owner === owner
    return isOwn && Array.isArray(saved.list) ? saved.list : []
  } catch {
    return []
  }
}

type ResumeDeps = {
  player: Player
  position: PlaybackPosition
  resume: ResumePositions
  notify: (toast: ToastText) => void
  /** A track that was restored paused is at its position already. */
  isRestored: (track: Track) => boolean
}

/** Remembers the position of long tracks, and offers to resume one that is started again. */
export function connectResume({ player, position, resume, notify, isRestored }: ResumeDeps): void {
  let entryId: string | undefined
  let saved = 0
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
    if (!currentTrack || !isPlaying || id === entryId) return
    entryId = id
    const resumeAt = resume.get(currentTrack.id)
    if (resumeAt === undefined || isRestored(currentTrack) || position.current() > margin) return
    const label = `Resume at ${formatDuration(resumeAt)}`
    notify({
      title: currentTrack.title,
      duration: 10_000,
      actions: [{ label, onClick: () => player.seek(resumeAt) }],
    })
  })
}
