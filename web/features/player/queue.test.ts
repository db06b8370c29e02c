import { describe, expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import {
  currentTrack,
  emptyQueue,
  hasNext,
  hasPrevious,
  nextQueue,
  previousQueue,
  queueOf,
} from './queue.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id }) as Track)
const startAt = (index: number) => queueOf(tracks, index) ?? emptyQueue

describe('queue', () => {
  it('starts at the given place and ignores one outside the list', () => {
    expect(currentTrack(startAt(2))?.id).toBe('c')
    expect(queueOf(tracks, 3)).toBeNull()
    expect(queueOf(tracks, -1)).toBeNull()
    expect(queueOf([], 0)).toBeNull()
  })

  it('goes on while a later track exists', () => {
    const second = nextQueue(startAt(0))
    expect(second && currentTrack(second)?.id).toBe('b')
    expect(hasNext(startAt(2))).toBe(false)
    expect(nextQueue(startAt(2))).toBeNull()
  })

  it('goes back while an earlier track exists', () => {
    const first = previousQueue(startAt(1))
    expect(first && currentTrack(first)?.id).toBe('a')
    expect(hasPrevious(startAt(0))).toBe(false)
    expect(previousQueue(startAt(0))).toBeNull()
  })

  it('has nothing to play, before or after, when empty', () => {
    expect(emptyQueue.index).toBe(-1)
    expect(currentTrack(emptyQueue)).toBeNull()
    expect(hasNext(emptyQueue)).toBe(false)
    expect(hasPrevious(emptyQueue)).toBe(false)
  })
})
