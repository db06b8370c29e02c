import type { Track } from '#contract/tracks.ts'

/** One occurrence of a track: the same track may be queued several times. */
export type QueueEntry = {
  readonly id: string
  readonly track: Track
  /** The name of the list that it comes from; null for a single track and for what was queued manually. */
  readonly source: string | null
  /** Queued manually: it plays once, also if the list is shuffled or repeated. */
  readonly isManual?: true
}

export type Repeat = 'off' | 'all' | 'one'

/**
 * What plays: a list, and the entries queued manually, which come first. An added entry joins the list
 * when it starts, so that previous leads back to it. Immutable: every change returns a new queue.
 * queue-editing.ts has the manual edits.
 */
export type Queue = {
  /** The list, in the order in which it plays. */
  readonly entries: readonly QueueEntry[]
  /** Of the current entry; -1 without one. */
  readonly index: number
  /** Queued manually, not yet played. */
  readonly added: readonly QueueEntry[]
  /** While shuffled: the list in its original order. */
  readonly original: readonly QueueEntry[] | null
  /** The name of the list that follows; null for a single track. */
  readonly source: string | null
  readonly repeat: Repeat
  /** Number of the newest entry. */
  readonly lastId: number
}

export const emptyQueue: Queue = {
  entries: [],
  index: -1,
  added: [],
  original: null,
  source: null,
  repeat: 'off',
  lastId: 0,
}

/** Nothing to play; repeat and shuffle stay. */
export function emptied({ repeat, original, lastId }: Queue): Queue {
  return { ...emptyQueue, repeat, original: original && [], lastId }
}

/**
 * Plays a list from `index`; null when that is out of range. What was queued manually, repeat and
 * shuffle stay.
 */
export function playList(
  queue: Queue,
  tracks: readonly Track[],
  index = 0,
  source: string | null = null,
): Queue | null {
  if (!(index in tracks)) return null
  const entries = createEntries(queue, tracks, source)
  const lastId = queue.lastId + tracks.length
  const next = { ...queue, entries, index, source, original: null, lastId }
  return queue.original ? shuffleList(next) : next
}

export function createEntries(
  { lastId }: Queue,
  tracks: readonly Track[],
  source: string | null,
): QueueEntry[] {
  return tracks.map((track, i) => ({ id: `${lastId + i + 1}`, track, source }))
}

/** The current entry comes first; all others follow in random order, except those queued manually that have played. */
export function shuffleList(queue: Queue, random = Math.random): Queue {
  const { entries, index } = queue
  const hasPlayed = ({ isManual }: QueueEntry, i: number) => i === index || (isManual && i < index)
  const played = entries.filter(hasPlayed)
  const others = entries.filter((entry, i) => !hasPlayed(entry, i))
  for (let i = others.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[others[i], others[j]] = [others[j] as QueueEntry, others[i] as QueueEntry]
  }
  return {
    ...queue,
    entries: [...played, ...others],
    index: played.length - 1,
    original: entries,
  }
}

export function currentTrack({ entries, index }: Queue): Track | null {
  return entries[index]?.track ?? null
}

/** The current entry, or the entry of the list after which what was queued manually plays. */
export function entryOfList({ entries, index }: Queue): QueueEntry | undefined {
  return entries.slice(0, index + 1).findLast(({ isManual }) => !isManual)
}

export const hasNext = (queue: Queue): boolean => moveToNext(queue) !== null
export const hasPrevious = ({ index }: Queue): boolean => index > 0

export function moveToNext(queue: Queue): Queue | null {
  const { entries, index, added, repeat } = queue
  const [next] = added
  if (next) return startAdded(queue, next)
  if (index + 1 < entries.length) return { ...queue, index: index + 1 }
  return repeat === 'all' && entries.length > 0 ? startOver(queue) : null
}

/** Entries queued manually do not play again, unless there are no others. */
function startOver(queue: Queue): Queue {
  const list = queue.entries.filter(({ isManual }) => !isManual)
  if (list.length === 0) return { ...queue, index: 0 }
  const played = queue.entries.filter(({ isManual }) => isManual)
  return { ...queue, entries: [...played, ...list], index: played.length }
}

/** What plays when the current track has ended. */
export function moveAfterEnd(queue: Queue): Queue | null {
  return queue.repeat === 'one' ? queue : moveToNext(queue)
}

export function moveToPrevious(queue: Queue): Queue | null {
  return hasPrevious(queue) ? { ...queue, index: queue.index - 1 } : null
}

/** Moves an added entry into the list, after the current one, and makes it current. */
export function startAdded(queue: Queue, entry: QueueEntry): Queue {
  const { entries, index, added, original } = queue
  const current = entries[index]
  const insert = (list: readonly QueueEntry[], after: number) => [
    ...list.slice(0, after + 1),
    entry,
    ...list.slice(after + 1),
  ]
  return {
    ...queue,
    entries: insert(entries, index),
    index: index + 1,
    added: added.filter((other) => other !== entry),
    original: original && insert(original, current ? original.indexOf(current) : -1),
  }
}

/** Replaces a track by its updated version. */
export function replaceTrack(queue: Queue, updated: Track): Queue {
  // An entry of the shuffled list and of the original order stays one object.
  const replaced = new Map<string, QueueEntry>()
  const replace = (entry: QueueEntry) => {
    if (entry.track.id !== updated.id) return entry
    const next = replaced.get(entry.id) ?? { ...entry, track: updated }
    replaced.set(entry.id, next)
    return next
  }
  return mapEntries(queue, (entries) => entries.map(replace))
}

/** Removes all entries of a track that is not the current one. */
export function removeTrack(queue: Queue, trackId: string): Queue {
  return removeEntries(queue, ({ track }) => track.id === trackId)
}

/** Removes entries; never the current one. */
export function removeEntries(queue: Queue, matches: (entry: QueueEntry) => boolean): Queue {
  const current = queue.entries[queue.index]
  const stays = (entry: QueueEntry) => entry === current || !matches(entry)
  const left = mapEntries(queue, (entries) => entries.filter(stays))
  return {
    ...left,
    index: queue.entries.slice(0, queue.index).filter(stays).length - (current ? 0 : 1),
  }
}

function mapEntries(queue: Queue, map: (entries: readonly QueueEntry[]) => QueueEntry[]): Queue {
  const { entries, added, original } = queue
  return { ...queue, entries: map(entries), added: map(added), original: original && map(original) }
}
