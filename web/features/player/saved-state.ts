import { limits } from '#contract/limits.ts'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import { emptyQueue, playList, type Queue, type QueueEntry } from './queue.ts'
import { addToQueue, setOriginalOrder, setRepeat, withoutPlayed } from './queue-editing.ts'
import type { ResumePosition } from './resume-positions.ts'
import type { PlayerState } from './store.ts'

/** Tracks before the current one that are saved. */
const maxPrevious = 100

type Rest = {
  version: number
  deviceId: string
  position: number
  resume: readonly ResumePosition[]
}

/** Ids only, at most 1,000 around the current one. */
export function toSavedState(
  { queue: all, isPlaying }: Pick<PlayerState, 'queue' | 'isPlaying'>,
  rest: Rest,
): NewPlayerState {
  const queue = withoutPlayed(all)
  const added = queue.added.slice(0, limits.maxSavedQueue / 2)
  const from = Math.max(0, queue.index - maxPrevious)
  const entries = queue.entries.slice(from, from + limits.maxSavedQueue - added.length)
  const at = new Map(entries.map((entry, i) => [entry, i]))
  const idOf = ({ track }: QueueEntry) => track.id
  return {
    ...rest,
    resume: [...rest.resume],
    playing: isPlaying,
    tracks: entries.map(idOf),
    index: queue.index < 0 ? -1 : queue.index - from,
    added: added.map(idOf),
    original: queue.original?.flatMap((entry) => at.get(entry) ?? []) ?? null,
    source: queue.source?.slice(0, limits.title) ?? null,
    repeat: queue.repeat,
  }
}

export function toQueue(state: SavedPlayerState): Queue | null {
  const queue = playList(emptyQueue, state.tracks, state.index, state.source)
  if (!queue) return null
  return setRepeat(addToQueue(setOriginalOrder(queue, state.original), state.added), state.repeat)
}
