import type { Track } from '#contract/tracks.ts'
import {
  createEntries,
  currentTrack,
  moveToNext,
  type Queue,
  type QueueEntry,
  type Repeat,
  removeEntries,
  removeTrack,
  shuffleList,
  startAdded,
} from './queue.ts'

/** Manual edits of the queue. Pure, and not part of the first load. */

/** After everything that was queued manually. */
export function addToQueue(queue: Queue, tracks: readonly Track[]): Queue {
  return add(queue, tracks, (entries) => [...queue.added, ...entries])
}

/** Before everything that was queued manually. */
export function playNext(queue: Queue, tracks: readonly Track[]): Queue {
  return add(queue, tracks, (entries) => [...entries, ...queue.added])
}

/** Without a current track, the first added one becomes it. */
function add(
  queue: Queue,
  tracks: readonly Track[],
  merge: (entries: QueueEntry[]) => QueueEntry[],
): Queue {
  const entries = createEntries(queue, tracks, null).map((entry) => ({
    ...entry,
    isManual: true as const,
  }))
  const added = merge(entries)
  const next = { ...queue, added, lastId: queue.lastId + tracks.length }
  const [first] = added
  return queue.index < 0 && first ? startAdded(next, first) : next
}

export function removeEntry(queue: Queue, entryId: string): Queue {
  return removeEntries(queue, ({ id }) => id === entryId)
}

/** Moves on and removes all entries of the track that was current; null if no other one follows. */
export function removeCurrent(queue: Queue): Queue | null {
  const trackId = currentTrack(queue)?.id ?? ''
  const others = removeTrack(queue, trackId)
  const next = moveToNext(others)
  return next && currentTrack(next)?.id !== trackId ? removeTrack(next, trackId) : null
}

/** Empties what was queued manually. */
export function clearAdded(queue: Queue): Queue {
  return { ...queue, added: [] }
}

/** What comes after the current entry in the list. */
export function upcoming({ entries, index }: Queue): readonly QueueEntry[] {
  return entries.slice(index + 1)
}

/** Continues the list with more tracks. */
export function appendToList(queue: Queue, tracks: readonly Track[], source: string | null): Queue {
  if (tracks.length === 0) return queue
  const more = createEntries(queue, tracks, source)
  const { entries, original, lastId } = queue
  return {
    ...queue,
    entries: [...entries, ...more],
    original: original && [...original, ...more],
    source,
    lastId: lastId + tracks.length,
  }
}

type Move = { from: number; to: number }

/** Moves one of the added entries. */
export function moveAdded(queue: Queue, move: Move): Queue {
  return { ...queue, added: moved(queue.added, move) }
}

/** Moves one of the upcoming entries of the list. */
export function moveUpcoming(queue: Queue, move: Move): Queue {
  const played = queue.entries.slice(0, queue.index + 1)
  return { ...queue, entries: [...played, ...moved(upcoming(queue), move)] }
}

function moved(entries: readonly QueueEntry[], { from, to }: Move): QueueEntry[] {
  const left = entries.filter((_, i) => i !== from)
  left.splice(to, 0, ...entries.slice(from, from + 1))
  return left
}

/** Makes an entry current. What was skipped stays: in the list before it, or queued manually. */
export function jumpTo(queue: Queue, entryId: string): Queue | null {
  const added = queue.added.find(({ id }) => id === entryId)
  if (added) return startAdded(queue, added)
  const index = queue.entries.findIndex(({ id }) => id === entryId)
  return index < 0 ? null : { ...queue, index }
}

/** Switching it off continues with the original order, without entries queued manually that have played. */
export function setShuffle(queue: Queue, on: boolean, random?: () => number): Queue {
  const { entries, index, original } = queue
  if (on === (original !== null)) return queue
  if (!original) return shuffleList(queue, random)
  const current = entries[index]
  if (!current) return { ...queue, entries: original, index: -1, original: null }
  const at = original.indexOf(current)
  const played = new Set(entries.slice(0, index).filter(({ isManual }) => isManual))
  const following = original.slice(at + 1)
  const before = [...original.slice(0, at), ...following.filter((entry) => played.has(entry))]
  return {
    ...queue,
    entries: [...before, current, ...following.filter((entry) => !played.has(entry))],
    index: before.length,
    original: null,
  }
}

/** For saving: entries queued manually that have played are not part of the list. */
export function withoutPlayed(queue: Queue): Queue {
  const played = new Set(queue.entries.slice(0, queue.index).filter(({ isManual }) => isManual))
  return played.size > 0 ? removeEntries(queue, (entry) => played.has(entry)) : queue
}

/** Restores the order before shuffling: indexes of the entries. Ignored if one is missing. */
export function setOriginalOrder(queue: Queue, order: readonly number[] | null): Queue {
  const { entries } = queue
  if (!order || new Set(order).size !== entries.length) return queue
  const original = order.flatMap((i) => entries[i] ?? [])
  return original.length === entries.length ? { ...queue, original } : queue
}

export function setRepeat(queue: Queue, repeat: Repeat): Queue {
  return { ...queue, repeat }
}

const following: Record<Repeat, Repeat> = { off: 'all', all: 'one', one: 'off' }

export function cycleRepeat(queue: Queue): Queue {
  return setRepeat(queue, following[queue.repeat])
}
