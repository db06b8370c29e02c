import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { tracks } from '#server/database/schema.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

async function search(text: string, limit?: number): Promise<SearchResults> {
  const query = new URLSearchParams({ q: text, ...(limit && { limit: String(limit) }) })
  const response = await site.visitor('GET', `/api/search?${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResults
}
const titles = async (text: string, limit?: number) =>
  (await search(text, limit)).tracks.map((track) => track.title)
const make = (title: string, flushedPlays: number, overrides = {}) =>
  makeTrack(site.db, site.owner.id, { title, flushedPlays, ...overrides })

test('search: tracks rank by equal title, title prefix, other matches, each by plays', async () => {
  await make('Old Ember', 900)
  await make('Ember Days', 5)
  await make('Embers', 50)
  await make('Ember', 1)
  await make('EMBÈR!', 2)
  await make('Slow Burn', 700, { tags: ['ember'] })
  expect(await titles('ember')).toEqual([
    'EMBÈR!',
    'Ember',
    'Embers',
    'Ember Days',
    'Old Ember',
    'Slow Burn',
  ])
  expect(await titles('ember', 3)).toEqual(['EMBÈR!', 'Ember', 'Embers'])
})

test('search: tracks rank the same for several terms with a prefix at the end', async () => {
  await make('A Silver Kettle', 80)
  await make('Silver Kettle Song', 8)
  await make('Silver Kettles', 9)
  await make('Kettle of Silver', 70)
  expect(await titles('silver ket')).toEqual([
    'Silver Kettles',
    'Silver Kettle Song',
    'A Silver Kettle',
    'Kettle of Silver',
  ])
})

test('search: tracks rank by plays among typo matches', async () => {
  await make('Quarry Hymn', 3)
  await make('The Quarry', 4)
  expect(await titles('quarrry')).toEqual(['The Quarry', 'Quarry Hymn'])
})

/** Enough that the hot set is searched instead of ranking every match. */
describe('search: ranking with very many matches', () => {
  const name = (index: number) => (index % 30 === 3 ? `Comet ${index}` : `A Comet ${index}`)
  const begins = Array.from({ length: 30 }, (_, index) => name(index * 30 + 3))

  beforeAll(async () => {
    const rows = Array.from({ length: 900 }, (_, index) => ({
      userId: site.owner.id,
      title: name(index),
      slug: `comet-${index}`,
      audioPath: `/objects/audio/comet-${index}.mp3`,
      tags: index % 100 === 50 ? ['perihelion'] : [],
      flushedPlays: 100_000 - index,
    }))
    for (let from = 0; from < rows.length; from += 150)
      await site.db.insert(tracks).values(rows.slice(from, from + 150))
    await make('Comet', 0)
    await make('Comet Trail', 1)
    await make('Zebra Comet', 2)
  })

  test('search: very many matches rank like few', async () => {
    expect(await titles('comet')).toEqual(['Comet', ...begins.slice(0, 9)])
    expect(await titles('a comet', 3)).toEqual(['A Comet 0', 'A Comet 1', 'A Comet 2'])
  })

  test('search: title prefixes come first however few plays they have', async () => {
    const found = await titles('come', 50)
    expect(found.slice(0, 32)).toEqual([...begins, 'Comet Trail', 'Comet'])
    expect(found.slice(32)).toEqual(
      Array.from({ length: 19 }, (_, index) => name(index)).filter((title) => title[0] === 'A'),
    )
  })

  test('search: terms of some of the most played tracks rank the same', async () => {
    expect(await titles('perihelion', 50)).toEqual(
      Array.from({ length: 9 }, (_, index) => name(index * 100 + 50)),
    )
  })

  test.each(['zebra comet', 'comet zebra', 'zbra comet', 'comet zeb', 'zebra co'])(
    'search: a rarely played track is found by %s',
    async (text) => {
      expect(await titles(text)).toEqual(['Zebra Comet'])
    },
  )
})

test('search: users rank by equal name, name prefix, then plays of their tracks', async () => {
  const addUser = async (displayName: string, plays: number, username: string) => {
    const { id } = await makeUser(site.db, { displayName, username })
    if (plays > 0) await makeTrack(site.db, id, { title: 'Something', flushedPlays: plays })
  }
  await addUser('Young Marlow', 900, 'young-marlow')
  await addUser('Old Marlow', 950, 'another')
  await addUser('Marlow Street', 10, 'third')
  await addUser('Marlowe', 20, 'fourth')
  await addUser('Marlow', 0, 'fifth')
  const { users } = await search('marlow')
  expect(users.map((user) => user.displayName)).toEqual([
    'Marlow',
    'Marlowe',
    'Marlow Street',
    'Old Marlow',
    'Young Marlow',
  ])
  expect((await search('fifth')).users[0]?.displayName).toBe('Marlow')
  expect((await search('marlw stret')).users[0]?.displayName).toBe('Marlow Street')
})

test('search: hidden tracks do not count for the rank of users', async () => {
  for (const [name, privacy] of [
    ['Heard Finch', 'public'],
    ['Hidden Finch', 'private'],
  ] as const) {
    const { id } = await makeUser(site.db, { displayName: name })
    const flushedPlays = privacy === 'private' ? 99 : 1
    await makeTrack(site.db, id, { title: 'Something', privacy, flushedPlays })
  }
  const { users } = await search('finch')
  expect(users.map((user) => user.displayName)).toEqual(['Heard Finch', 'Hidden Finch'])
})

test('search: playlists rank by equal title, title prefix, then length', async () => {
  const track = await make('Filler', 0)
  const list = (title: string, ids: string[]) =>
    makePlaylist(site.db, site.owner.id, ids, { title })
  await list('The Anvil', [])
  await list('My Anvil', [track.id])
  await list('Anvils', [])
  await list('Anvil', [])
  const { playlists } = await search('anvil')
  expect(playlists.map((playlist) => playlist.title)).toEqual([
    'Anvil',
    'Anvils',
    'My Anvil',
    'The Anvil',
  ])
})

test('search: the limit applies to each kind of result and defaults to ten', async () => {
  for (let index = 0; index < 12; index++) {
    const { id } = await makeUser(site.db, { displayName: `Walrus ${index}` })
    await makeTrack(site.db, id, { title: `Walrus ${index}` })
    await makePlaylist(site.db, id, [], { title: `Walrus ${index}` })
  }
  const sizes = ({ tracks: found, users, playlists }: SearchResults) =>
    [found, users, playlists].map((list) => list.length)
  expect(sizes(await search('walrus'))).toEqual([10, 10, 10])
  expect(sizes(await search('walrus', 1))).toEqual([1, 1, 1])
  expect(sizes(await search('walrus', 50))).toEqual([12, 12, 12])
})

test.each(['0', '51', '-1', '1.5', 'ten', ''])(
  'search: the limit %s is rejected',
  async (limit) => {
    const { status } = await site.visitor('GET', `/api/search?q=walrus&limit=${limit}`)
    expect(status).toBe(400)
  },
)
