import { expect, test } from 'vitest'
import { computeMoves } from './compute-moves.ts'

const list = (...entries: [trackId: string, position: number][]) =>
  entries.map(([trackId, position]) => ({ id: `entry of ${trackId}`, trackId, position }))

const entries = list(['a', 0], ['b', 1], ['c', 2])

test('computeMoves: it returns only the entries whose position changes', () => {
  expect(computeMoves(['b', 'a', 'c'], entries)).toEqual([
    { id: 'entry of b', position: 0 },
    { id: 'entry of a', position: 1 },
  ])
  expect(computeMoves(['a', 'b', 'c'], entries)).toEqual([])
  expect(computeMoves([], [])).toEqual([])
})

test('computeMoves: hidden entries keep their positions', () => {
  expect(computeMoves(['c', 'a'], list(['a', 1], ['c', 4]))).toEqual([
    { id: 'entry of c', position: 1 },
    { id: 'entry of a', position: 4 },
  ])
})

test.each([
  ['a missing track', ['a', 'b']],
  ['one too many', ['a', 'b', 'c', 'd']],
  ['a track twice', ['a', 'b', 'b']],
  ['a track from elsewhere', ['a', 'b', 'd']],
])('computeMoves: it returns undefined for %s', (_what, trackIds) => {
  expect(computeMoves(trackIds, entries)).toBeUndefined()
})
