import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { findNamedArtist, findTopResult } from './search-results.ts'

const artist = (displayName: string | null, username = 'someone') => ({
  ...{ displayName, username },
  ...{ firstName: null, lastName: null },
})

const found = (users: ReturnType<typeof artist>[], titles: string[] = []) =>
  ({
    tracks: titles.map((title) => ({ title })),
    users,
    albums: [],
    playlists: [],
  }) as unknown as SearchResults

test.each([
  ['Beyoncé  Knowles', 'beyonce knowles', true],
  ['Maren Voss', 'maren', true],
  ['Maren Voss', 'Maren V', false],
  [null, 'SOMEONE', true],
  ['Brother Static', 'brother', true],
  ['Brother Static', 'brothr statik', true],
  ['Brother Static', 'brothe', false],
  ['Brother Static', 'static', false],
  ['Brother Static', 'brother static band', false],
  ['Cat', 'car', false],
])('search: whether %s is the artist named "%s" is %s', (name, query, expected) => {
  expect(findNamedArtist(found([artist(name)]), query) !== undefined).toBe(expected)
})

test('search: an artist whose whole name is typed comes before one whose name starts with it', () => {
  const users = [artist('Maren Voss'), artist('Maren')]
  expect(findNamedArtist(found(users), 'maren')?.displayName).toBe('Maren')
})

test('search: a title that is typed comes before an artist whose name only starts with it', () => {
  const results = found([artist('Brother Static')], ['Something', 'Brother'])
  expect(findTopResult(results, 'brother')).toMatchObject({ track: { title: 'Brother' } })
  expect(findTopResult(results, 'brother static')).toMatchObject({ kind: 'artist' })
})

test('search: without artists no artist is named', () => {
  expect(findNamedArtist(found([]), 'maren')).toBeUndefined()
})
