import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { searchTerms } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { rebuildTerms } from './maintenance-service.ts'

const site = setUpTestSite()

async function search(text: string, call: Caller = site.visitor): Promise<SearchResults> {
  const response = await call('GET', `/api/search?q=${encodeURIComponent(text)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResults
}
const titles = async (text: string, call?: Caller) =>
  (await search(text, call)).tracks.map((track) => track.title)
const nothing = { tracks: [], users: [], albums: [], playlists: [] }
const allRoles = () => [site.visitor, site.asOtherUser, site.asOwner, site.asAdministrator]

test.each(['unlisted', 'private'] as const)(
  'search: a track that is %s is not found',
  async (privacy) => {
    const title = `Xylograph ${privacy}`
    const tags = ['quicksilver']
    await makeTrack(site.db, site.owner.id, { title, tags, privacy, artist: 'Nightjar' })
    await makePlaylist(site.db, site.owner.id, [], { title, privacy })
    for (const call of allRoles())
      for (const text of [title, 'xylo', 'xylogrph', 'quicksilver', 'quicksilvr', 'nightjar'])
        expect(await search(text, call)).toEqual(nothing)
    const words = (await site.db.select().from(searchTerms)).map(({ term }) => term)
    for (const word of ['xylograph', 'quicksilver', 'nightjar']) expect(words).not.toContain(word)
  },
)

test('search: a track is found while it is public', async () => {
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Velvet Zeppelin' })
  const setTo = (privacy: string) => site.asOwner('PUT', `/api/tracks/${id}`, { body: { privacy } })
  const attempts = ['velvet zeppelin', 'zepp', 'zepelin']
  for (const privacy of ['private', 'public', 'unlisted', 'public']) {
    await setTo(privacy)
    const found = privacy === 'public' ? ['Velvet Zeppelin'] : []
    for (const text of attempts) expect(await titles(text)).toEqual(found)
  }
  await site.asOwner('DELETE', `/api/tracks/${id}`)
  for (const text of attempts) expect(await titles(text)).toEqual([])
})

test('search: terms of hidden tracks do not suppress typo matches', async () => {
  await makeTrack(site.db, site.owner.id, { title: 'Copper Mirror' })
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Mirrir' })
  expect(await titles('mirrir')).toEqual(['Mirrir'])
  await site.asOwner('PUT', `/api/tracks/${id}`, { body: { privacy: 'private' } })
  expect(await titles('mirrir')).toEqual(['Copper Mirror'])
})

test('search: a renamed track is found by its new title', async () => {
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Oldtitle' })
  const body = { title: 'Newtitle', artist: 'Someone', genre: 'reggae', tags: ['daybreak'] }
  await site.asOwner('PUT', `/api/tracks/${id}`, { body })
  for (const text of ['newtitle', 'someone', 'reggae', 'daybreak'])
    expect(await titles(text)).toEqual(['Newtitle'])
  expect(await titles('oldtitle')).toEqual([])
})

test('search: a renamed user and their tracks are found by the new name', async () => {
  const user = await makeUser(site.db, { displayName: 'Before', username: 'beforehand' })
  await makeTrack(site.db, user.id, { title: 'Song' })
  await makeTrack(site.db, user.id, { title: 'Secret', privacy: 'private' })
  const asUser = await site.as(user)
  const body = { displayName: 'Bartholomäus', username: 'winterling' }
  await asUser('PUT', '/api/users/profile', { body })
  for (const text of ['bartholomaus', 'winterl', 'song winterling', 'bartolomaus'])
    expect(await titles(text)).toEqual(['Song'])
  expect((await search('winterling')).users.map(({ id }) => id)).toEqual([user.id])
  expect(await search('beforehand')).toEqual(nothing)
  expect(await titles('before')).toEqual([])
})

test('search: a renamed playlist is found by its new title', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { title: 'Formerly' })
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { title: 'Nowadays' } })
  expect((await search('nowadays')).playlists).toHaveLength(1)
  expect((await search('formerly')).playlists).toHaveLength(0)
})

test('search: nothing of a deleted user is found', async () => {
  const user = await makeUser(site.db, { displayName: 'Ephemera' })
  await makeTrack(site.db, user.id, { title: 'Ephemeral' })
  expect((await search('ephemera')).users).toHaveLength(1)
  await site.asAdministrator('DELETE', `/api/users/${user.id}/admin`)
  expect(await search('ephemera')).toEqual(nothing)
})

test('search: concurrent uploads index the same new terms without deadlock', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `newword${index}`)
  const create = async (index: number) => {
    const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio')
    const shuffled = words.toSorted(() => (index % 2 === 0 ? 1 : -1))
    const body = { title: shuffled.join(' '), audioUrl: objectPath }
    return (await site.asOwner('POST', '/api/tracks', { body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => create(index)))
  expect(statuses).toEqual(statuses.map(() => 201))
  expect(await titles('newword11 newword0')).toHaveLength(10)
})

const usesOf = async (word: string) =>
  (await site.db.select().from(searchTerms)).find(({ term }) => term === word)?.uses

test('search: term statistics are rebuilt', async () => {
  await makeTrack(site.db, site.owner.id, { title: 'Tansy Field' })
  await makeTrack(site.db, site.owner.id, { title: 'Tansy' })
  await makeTrack(site.db, site.owner.id, { title: 'Tansy', privacy: 'private' })
  await makePlaylist(site.db, site.owner.id, [], { title: 'Tansy' })
  expect(await usesOf('tansy')).toBe(1)
  await rebuildTerms(site.db)
  expect(await usesOf('tansy')).toBe(3)
})

test('search: unused terms are deleted after two rebuilds', async () => {
  const rename = (id: string, title: string) =>
    site.asOwner('PUT', `/api/tracks/${id}`, { body: { title } })
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Periwinkle' })
  const other = await makeTrack(site.db, site.owner.id, { title: 'Lobelia' })
  await rename(id, 'Something Else')
  await rename(other.id, 'Something Else')
  await rebuildTerms(site.db)
  expect(await usesOf('periwinkle')).toBe(0)
  await rename(other.id, 'Lobelia Again')
  expect(await titles('lobelia')).toEqual(['Lobelia Again'])
  await rebuildTerms(site.db)
  expect(await usesOf('periwinkle')).toBeUndefined()
  expect(await usesOf('lobelia')).toBe(1)
})

test('search: lost terms are restored by a rebuild', async () => {
  await makeTrack(site.db, site.owner.id, { title: 'Marigold' })
  await site.db.delete(searchTerms)
  await rebuildTerms(site.db)
  expect(await titles('marigold')).toEqual(['Marigold'])
  expect(await titles('marigld')).toEqual(['Marigold'])
})
