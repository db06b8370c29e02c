import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import {
  createQueue,
  currentTrack,
  emptyQueue,
  hasNext,
  hasPrevious,
  moveToNext,
  moveToPrevious,
  type Queue,
  removeTrack,
  replaceTrack,
} from './queue.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id, title: id }) as Track)
const startAt = (index: number) => createQueue(tracks, index) ?? emptyQueue
const titles = (queue: Queue) => queue.tracks.map(({ title }) => title)

describe('queue', () => {
  it('queue: it starts at the given index, and is null when that is out of range', () => {
    expect(currentTrack(startAt(2))?.id).toBe('c')
    expect(createQueue(tracks, 3)).toBeNull()
    expect(createQueue(tracks, -1)).toBeNull()
    expect(createQueue([], 0)).toBeNull()
  })

  it('queue: it moves to the next track until the last', () => {
    const second = moveToNext(startAt(0))
    expect(second && currentTrack(second)?.id).toBe('b')
    expect(hasNext(startAt(2))).toBe(false)
    expect(moveToNext(startAt(2))).toBeNull()
  })

  it('queue: it moves to the previous track until the first', () => {
    const first = moveToPrevious(startAt(1))
    expect(first && currentTrack(first)?.id).toBe('a')
    expect(hasPrevious(startAt(0))).toBe(false)
    expect(moveToPrevious(startAt(0))).toBeNull()
  })

  it('queue: an empty queue has no current, next or previous track', () => {
    expect(emptyQueue.index).toBe(-1)
    expect(currentTrack(emptyQueue)).toBeNull()
    expect(hasNext(emptyQueue)).toBe(false)
    expect(hasPrevious(emptyQueue)).toBe(false)
  })

  it('queue: an updated track replaces the old one in the same position', () => {
    const updated = replaceTrack(startAt(1), { id: 'b', title: 'new' } as Track)
    expect(titles(updated)).toEqual(['a', 'new', 'c'])
    expect(currentTrack(updated)?.title).toBe('new')
  })

  it.each([
    [0, 'c', ['a', 'b']],
    [2, 'a', ['b', 'c']],
    [1, 'x', ['a', 'b', 'c']],
  ])('queue: the track at index %i stays current when %s is removed', (index, removed, left) => {
    const queue = removeTrack(startAt(index), removed)
    expect(titles(queue)).toEqual(left)
    expect(currentTrack(queue)?.title).toBe(tracks[index]?.title)
  })
})

describe('queue properties', () => {
  /** Any valid queue; the same track may be in it several times. */
  const anyQueue = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
    .chain((ids) =>
      fc.nat(ids.length - 1).map((index): Queue => {
        const queued = ids.map((id) => ({ id, title: id }) as Track)
        return { tracks: queued, index }
      }),
    )

  it('queue: moving on and back returns to the same track', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        const next = moveToNext(queue)
        expect(next !== null).toBe(hasNext(queue))
        if (next) expect(moveToPrevious(next)).toEqual(queue)
        const previous = moveToPrevious(queue)
        expect(previous !== null).toBe(hasPrevious(queue))
        if (previous) expect(moveToNext(previous)).toEqual(queue)
      }),
    )
  })

  it('queue: moving on from the first track visits every track once, in order', () => {
    fc.assert(
      fc.property(anyQueue, ({ tracks }) => {
        const visited: (Track | null)[] = []
        for (let queue = createQueue(tracks); queue; queue = moveToNext(queue))
          visited.push(currentTrack(queue))
        expect(visited).toEqual(tracks)
      }),
    )
  })

  it('queue: removing another track preserves the current one and the order of the rest', () => {
    fc.assert(
      fc.property(anyQueue, fc.constantFrom('a', 'b', 'c', 'd'), (queue, removed) => {
        fc.pre(currentTrack(queue)?.id !== removed)
        const left = removeTrack(queue, removed)
        expect(currentTrack(left)).toBe(currentTrack(queue))
        expect(left.tracks).toEqual(queue.tracks.filter(({ id }) => id !== removed))
      }),
    )
  })

  it('queue: replacing a track changes neither the order nor the current index', () => {
    fc.assert(
      fc.property(anyQueue, fc.constantFrom('a', 'b', 'c', 'd'), (queue, id) => {
        const replaced = replaceTrack(queue, { id, title: 'new' } as Track)
        expect(replaced.index).toBe(queue.index)
        expect(titles(replaced)).toEqual(
          titles(queue).map((title) => (title === id ? 'new' : title)),
        )
      }),
    )
  })
})
