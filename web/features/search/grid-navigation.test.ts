import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { nextCell, resultRows } from './grid-navigation.ts'

const found = {
  tracks: [{ id: 't1' }, { id: 't2' }],
  users: [{ id: 'u1' }],
  albums: [],
  playlists: [],
} as unknown as SearchResults
const rows = resultRows('p', found)
const press = (from: string | null, ...keys: string[]) =>
  keys.reduce<string | null | undefined>((at, key) => nextCell(rows, at ?? null, key), from)

test('results panel: rows are tracks, artists, playlists and the link to all results', () => {
  expect(rows.map(({ id, cells }) => [id, cells.length])).toEqual([
    ['p-t1', 2],
    ['p-t2', 2],
    ['p-u1', 1],
    ['p-all', 1],
  ])
})

test('results panel: artists come first if one of them is named, who is the first', () => {
  const users = [{ id: 'u1' }, { id: 'u2' }] as SearchResults['users']
  const ids = resultRows('p', { ...found, users }, users[1]).map(({ id }) => id)
  expect(ids).toEqual(['p-u2', 'p-u1', 'p-t1', 'p-t2', 'p-all'])
})

test('results panel: albums are between artists and playlists', () => {
  const albums = [{ id: 'a1' }] as SearchResults['albums']
  const playlists = [{ id: 'p1' }] as SearchResults['playlists']
  const ids = resultRows('p', { ...found, albums, playlists }).map(({ id }) => id)
  expect(ids).toEqual(['p-t1', 'p-t2', 'p-u1', 'p-a1', 'p-p1', 'p-all'])
})

test('results panel: there are no rows without results', () => {
  expect(resultRows('p', { tracks: [], users: [], albums: [], playlists: [] })).toEqual([])
})

test('results panel: ArrowDown moves from the box through every row and back to the box', () => {
  expect(press(null, 'ArrowDown')).toBe('p-t1-open')
  expect(press(null, 'ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('p-u1-open')
  expect(press('p-all-open', 'ArrowDown')).toBeNull()
})

test('results panel: ArrowUp moves from the box to the last row', () => {
  expect(press(null, 'ArrowUp')).toBe('p-all-open')
  expect(press('p-t1-open', 'ArrowUp')).toBeNull()
})

test('results panel: ArrowRight moves to the play button, and its column is preserved while rows have one', () => {
  expect(press('p-t1-open', 'ArrowRight')).toBe('p-t1-play')
  expect(press('p-t1-play', 'ArrowDown')).toBe('p-t2-play')
  expect(press('p-t2-play', 'ArrowDown')).toBe('p-u1-open')
  expect(press('p-t2-play', 'ArrowLeft')).toBe('p-t2-open')
})

test('results panel: other keys are not handled', () => {
  expect(nextCell(rows, null, 'ArrowLeft')).toBeUndefined()
  expect(nextCell(rows, 'p-t1-open', 'ArrowLeft')).toBeUndefined()
  expect(nextCell(rows, 'p-u1-open', 'ArrowRight')).toBeUndefined()
  expect(nextCell(rows, 'p-t1-open', 'Home')).toBeUndefined()
})

test('results panel: navigation starts over when the active row was removed', () => {
  expect(nextCell(rows, 'p-removed-open', 'ArrowDown')).toBe('p-t1-open')
})
