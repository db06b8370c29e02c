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
} from './queue.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id }) as Track)
const startAt = (index: number) => createQueue(tracks, index) ?? emptyQueue

describe('queue', () => {
  it('starts at the given place and ignores one outside the list', () => {
    expect(currentTrack(startAt(2))?.id).toBe('c')
    expect(createQueue(tracks, 3)).toBeNull()
    expect(createQueue(tracks, -1)).toBeNull()
    expect(createQueue([], 0)).toBeNull()
  })

  it('goes on while a later track exists', () => {
    const second = moveToNext(startAt(0))
    expect(second && currentTrack(second)?.id).toBe('b')
    expect(hasNext(startAt(2))).toBe(false)
    expect(moveToNext(startAt(2))).toBeNull()
  })

  it('goes back while an earlier track exists', () => {
    const first = moveToPrevious(startAt(1))
    expect(first && currentTrack(first)?.id).toBe('a')
    expect(hasPrevious(startAt(0))).toBe(false)
    expect(moveToPrevious(startAt(0))).toBeNull()
  })

  it('has nothing to play, before or after, when empty', () => {
    expect(emptyQueue.index).toBe(-1)
    expect(currentTrack(emptyQueue)).toBeNull()
    expect(hasNext(emptyQueue)).toBe(false)
    expect(hasPrevious(emptyQueue)).toBe(false)
  })
})
