import { describe, expect, it } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { nextCell } from './grid-navigation.ts'
import { resultRows } from './result-rows.ts'

const found = {
  tracks: [{ id: 't1' }, { id: 't2' }],
  users: [{ id: 'u1' }],
  playlists: [],
} as unknown as SearchResults
const rows = resultRows('p', found)
const press = (from: string | null, ...keys: string[]) =>
  keys.reduce<string | null | undefined>((at, key) => nextCell(rows, at ?? null, key), from)

describe('the lines of the panel', () => {
  it('are tracks, artists, playlists and the way to all of them', () => {
    expect(rows.map(({ id, cells }) => [id, cells.length])).toEqual([
      ['p-t1', 2],
      ['p-t2', 2],
      ['p-u1', 1],
      ['p-all', 1],
    ])
  })

  it('are none when nothing was found', () => {
    expect(resultRows('p', { tracks: [], users: [], playlists: [] })).toEqual([])
  })
})

describe('the arrow keys', () => {
  it('go down from the box through every line, and back to the box', () => {
    expect(press(null, 'ArrowDown')).toBe('p-t1-open')
    expect(press(null, 'ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('p-u1-open')
    expect(press('p-all-open', 'ArrowDown')).toBeNull()
  })

  it('go up from the box to the last line', () => {
    expect(press(null, 'ArrowUp')).toBe('p-all-open')
    expect(press('p-t1-open', 'ArrowUp')).toBeNull()
  })

  it('go across to the play button and stay in its column while there is one', () => {
    expect(press('p-t1-open', 'ArrowRight')).toBe('p-t1-play')
    expect(press('p-t1-play', 'ArrowDown')).toBe('p-t2-play')
    expect(press('p-t2-play', 'ArrowDown')).toBe('p-u1-open')
    expect(press('p-t2-play', 'ArrowLeft')).toBe('p-t2-open')
  })

  it('leave the other keys to the box', () => {
    expect(nextCell(rows, null, 'ArrowLeft')).toBeUndefined()
    expect(nextCell(rows, 'p-t1-open', 'ArrowLeft')).toBeUndefined()
    expect(nextCell(rows, 'p-u1-open', 'ArrowRight')).toBeUndefined()
    expect(nextCell(rows, 'p-t1-open', 'Home')).toBeUndefined()
  })

  it('begin anew when the active line is no longer there', () => {
    expect(nextCell(rows, 'p-gone-open', 'ArrowDown')).toBe('p-t1-open')
  })
})
