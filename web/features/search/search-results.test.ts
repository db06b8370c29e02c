import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { isArtistName } from './search-results.ts'

const found = (displayName: string | null) =>
  ({
    tracks: [],
    users: [{ displayName, firstName: null, lastName: null, username: 'maren' }],
    albums: [],
    playlists: [],
  }) as unknown as SearchResults

test.each([
  ['Beyoncé  Knowles', 'beyonce knowles', true],
  ['Maren Voss', 'maren', true],
  ['Maren Voss', 'Maren V', false],
  [null, 'MAREN', true],
])('search: whether %s is the artist named "%s" is %s', (name, query, expected) => {
  expect(isArtistName(found(name), query)).toBe(expected)
})

test('search: without artists no artist is named', () => {
  expect(isArtistName({ tracks: [], users: [], albums: [], playlists: [] }, 'maren')).toBe(false)
})
