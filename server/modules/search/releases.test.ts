import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { makePlaylist } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

async function search(text: string) {
  const response = await site.visitor('GET', `/api/search?q=${encodeURIComponent(text)}`)
  const { albums, playlists } = (await response.json()) as SearchResults
  return { albums: albums.map(({ id }) => id), playlists: playlists.map(({ id }) => id) }
}
let album: { id: string }

beforeAll(async () => {
  album = await makePlaylist(site.db, site.owner.id, [], {
    ...{ type: 'album', title: 'Tide Tables', artist: 'Kestrel Choir', label: 'Dovecote Records' },
  })
})

test.each(['tide tables', 'kestrel', 'dovecote rec', 'dovecate'])(
  "search: a release is found by '%s'",
  async (text) => {
    expect(await search(text)).toEqual({ albums: [album.id], playlists: [] })
  },
)

test('search: a playlist is not among the albums', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { title: 'Quiet Zeppelin' })
  expect(await search('zeppelin')).toEqual({ albums: [], playlists: [id] })
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { type: 'ep', label: 'Marzipan' } })
  expect(await search('marzipan')).toEqual({ albums: [id], playlists: [] })
})

test("search: a release without an artist is found by its owner's current name", async () => {
  const body = { title: 'Unsigned', type: 'single' }
  const response = await site.asOtherUser('POST', '/api/playlists', { body })
  const { id } = (await response.json()) as { id: string }
  await site.asOtherUser('PUT', '/api/users/profile', { body: { displayName: 'Pomegranate' } })
  expect((await search('pomegranate')).albums).toEqual([id])
})

test('search: a private release is not found', async () => {
  const overrides = { type: 'album', privacy: 'private', label: 'Hideaway' } as const
  await makePlaylist(site.db, site.owner.id, [], overrides)
  expect(await search('hideaway')).toEqual({ albums: [], playlists: [] })
})
