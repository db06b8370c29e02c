import type { Track } from '#contract/tracks.ts'

/** The tracks to play and the index of the current one. Immutable: every change returns a new queue. */
export type Queue = { readonly tracks: readonly Track[]; readonly index: number }

export const emptyQueue: Queue = { tracks: [], index: -1 }

/** A queue that starts at `index`; null when the index is out of range. */
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

/** Replaces a track by its updated version. */
export function replaceTrack(queue: Queue, updated: Track): Queue {
  const tracks = queue.tracks.map((track) => (track.id === updated.id ? updated : track))
  return { ...queue, tracks }
}

/** Removes a track that is not the current one. */
export function removeTrack({ tracks, index }: Queue, trackId: string): Queue {
  const previous = tracks.slice(0, index).filter(({ id }) => id !== trackId)
  const rest = tracks.slice(index).filter(({ id }) => id !== trackId)
  return { tracks: [...previous, ...rest], index: previous.length }
}
