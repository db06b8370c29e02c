import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { SearchResults } from '#contract/search.ts'
import { makeTrack, makeUpload } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
beforeAll(async () => {
  await makeTrack(site.db, site.owner.id, { title: 'Quiet Window' })
})

const requestSearch = (text: string) =>
  site.visitor('GET', `/api/search?q=${encodeURIComponent(text)}`)
async function search(text: string): Promise<SearchResults> {
  const response = await requestSearch(text)
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResults
}
const titles = async (text: string) => (await search(text)).tracks.map((track) => track.title)
const nothing = { tracks: [], users: [], albums: [], playlists: [] }

test.each(['', ' ', '\t\n', '...', '–—', '¿¡!?', "'", '\\', '%', '_', '()', '\u200b'])(
  'search: %j returns no results',
  async (text) => {
    expect(await search(text)).toEqual(nothing)
  },
)

test('search: a missing text returns no results', async () => {
  const response = await site.visitor('GET', '/api/search')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(nothing)
})

test.each([
  "window' or 1=1 --",
  "window'; drop table tracks; --",
  'window & | ! ( ) <-> :* :Z',
  "'window':*",
  'window\\',
  'window\\\\',
  '"window"',
  'window%',
  '=window',
  '$$window$$',
  'window:*',
  '!window',
  'window::tsquery',
])('search: operators are treated as plain words: %j', async (text) => {
  const found = await titles(text)
  const isOneWord = text.replace(/\W|_/g, '') === 'window'
  expect(found).toEqual(isOneWord ? ['Quiet Window'] : [])
})

test('search: random input never fails, and control characters are rejected', async () => {
  const piece = fc.oneof(
    fc.constantFrom("'", '\\', '&', '|', '!', '(', ')', ':*', '<->', '\0', '=', ' ', 'window'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const text = pieces.join('').toWellFormed()
      const hasControl = /[\p{Cc}--[\t\n\v\f\r\u0080-\u009f]]/v.test(text)
      expect((await requestSearch(text)).status).toBe(hasControl ? 400 : 200)
    }),
    { numRuns: 150 },
  )
})

test('search: a text that is too long is rejected with one sentence', async () => {
  const response = await requestSearch('x'.repeat(limits.maxSearchQueryLength + 1))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    message: 'Search must be less than 200 characters',
  })
})

test.each([
  ['one word', 'x'.repeat(200)],
  ['many words', 'ab '.repeat(66)],
  ['letters that grow when they are unfolded', 'ﷺ'.repeat(200)],
  ['letters that grow into one word', '㌖'.repeat(200)],
  ['pictures', '🎷'.repeat(100)],
])('search: a track is found by its long title: %s', async (_what, title) => {
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio')
  const body = { title, audioUrl: objectPath }
  const { status } = await site.asOwner('POST', '/api/tracks', { body })
  expect(status).toBe(201)
  expect(await titles(title)).toEqual([title.trim()])
})
