import { limits } from '#contract/limits.ts'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import { emptyQueue, playList, type Queue, type QueueEntry } from '../queue/queue.ts'
import { addToQueue, setOriginalOrder, setRepeat, withoutPlayed } from '../queue/queue-editing.ts'
import type { PlayerState } from '../store.ts'

/** Tracks before the current one that are saved. */
const maxPrevious = 100

type Rest = Pick<NewPlayerState, 'version' | 'deviceId' | 'position' | 'resume'>

/** The entries to save: at most `max`, around the current one. */
export function entriesToSave(all: Queue, max: number) {
  const queue = withoutPlayed(all)
  const added = queue.added.slice(0, max / 2)
  const from = Math.max(0, queue.index - maxPrevious)
  const entries = queue.entries.slice(from, from + max - added.length)
  const at = new Map(entries.map((entry, i) => [entry, i]))
  return {
    entries,
    index: queue.index < 0 ? -1 : queue.index - from,
    added,
    /** While shuffled: indexes of the entries, in the original order. */
    original: queue.original?.flatMap((entry) => at.get(entry) ?? []) ?? null,
    hasEnd: from + entries.length === queue.entries.length,
  }
}

/** Ids only. */
export function toSavedState(
  { queue, isPlaying }: Pick<PlayerState, 'queue' | 'isPlaying'>,
  rest: Rest,
): NewPlayerState {
  const { entries, index, added, original } = entriesToSave(queue, limits.maxSavedQueueTracks)
  const idOf = ({ track }: QueueEntry) => track.id
  return {
    ...rest,
    playing: isPlaying,
    tracks: entries.map(idOf),
    index,
    added: added.map(idOf),
    original,
    source: queue.source?.slice(0, limits.maxTitleLength) ?? null,
    repeat: queue.repeat,
  }
}

type Saved = Pick<SavedPlayerState, 'tracks' | 'index' | 'added' | 'original' | 'source' | 'repeat'>

export function toQueue(state: Saved): Queue | null {
  const queue = playList(emptyQueue, state.tracks, state.index, state.source)
  if (!queue) return null
  return setRepeat(addToQueue(setOriginalOrder(queue, state.original), state.added), state.repeat)
}
