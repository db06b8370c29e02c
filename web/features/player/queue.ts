import type { Track } from '#contract/tracks.ts'

/** What plays, and what comes before and after it. Pure: every change makes a new queue. */
export type Queue = { readonly tracks: readonly Track[]; readonly index: number }

export const emptyQueue: Queue = { tracks: [], index: -1 }

/** A queue that starts at `index`; none when there is nothing at that place. */
export function createQueue(tracks: readonly Track[], index = 0): Queue | null {
  return index in tracks ? { tracks, index } : null
}

export function currentTrack(queue: Queue): Track | null {
  return queue.tracks[queue.index] ?? null
}

export const hasNext = ({ tracks, index }: Queue): boolean => index + 1 < tracks.length
export const hasPrevious = ({ index }: Queue): boolean => index > 0

export function moveToNext(queue: Queue): Queue | null {
  return hasNext(queue) ? { ...queue, index: queue.index + 1 } : null
}

export function moveToPrevious(queue: Queue): Queue | null {
  return hasPrevious(queue) ? { ...queue, index: queue.index - 1 } : null
}

/** The same queue with new facts about a track in it. */
export function replaceTrack(queue: Queue, changed: Track): Queue {
  const tracks = queue.tracks.map((track) => (track.id === changed.id ? changed : track))
  return { ...queue, tracks }
}

/** The same queue without a track that is not the current one. */
export function removeTrack({ tracks, index }: Queue, trackId: string): Queue {
  const before = tracks.slice(0, index).filter(({ id }) => id !== trackId)
  const rest = tracks.slice(index).filter(({ id }) => id !== trackId)
  return { tracks: [...before, ...rest], index: before.length }
}
