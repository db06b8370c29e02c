import { describe, expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createQueue, currentTrack, emptyQueue, removeTrack, replaceTrack } from './queue.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id, title: id }) as Track)
const at = (index: number) => createQueue(tracks, index) ?? emptyQueue
const titles = (queue: { tracks: readonly Track[] }) => queue.tracks.map(({ title }) => title)

describe('a queue', () => {
  it('has the new facts of a changed track, at the same place', () => {
    const changed = replaceTrack(at(1), { id: 'b', title: 'new' } as Track)
    expect(titles(changed)).toEqual(['a', 'new', 'c'])
    expect(currentTrack(changed)?.title).toBe('new')
  })

  it.each([
    [0, 'c', ['a', 'b']],
    [2, 'a', ['b', 'c']],
    [1, 'x', ['a', 'b', 'c']],
  ])('at %i goes on with the same track when %s is gone', (index, gone, left) => {
    const queue = removeTrack(at(index), gone)
    expect(titles(queue)).toEqual(left)
    expect(currentTrack(queue)?.title).toBe(tracks[index]?.title)
  })
})
