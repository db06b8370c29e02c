import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { librarySettings, likes, listens, savedPlaylists, tracks } from '#server/database/schema.ts'
import { listHistoryEntries } from '#server/modules/listening/history/repository.ts'
import type { Caller } from '#server/testing/app.ts'
import { likeMany, makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { listLiked } from './repository.ts'

const site = setUpTestSite()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const titles = (list: { title: string }[]) => list.map(({ title }) => title)

/** A user of their own, so that tests do not see the libraries of others. */
async function newUser() {
  const user = await makeUser(site.db)
  return { user, call: await site.as(user) }
}

/** The items on each page, following the links. */
async function pagesOf<Item>(call: Caller, path: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await call('GET', next)
    expect(response.status).toBe(200)
    pages.push((await response.json()) as Item[])
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

async function errorOf(call: Caller, method: string, path: string, body?: unknown) {
  const response = await call(method, path, body === undefined ? {} : { body })
  return [response.status, ((await response.json()) as { message: string }).message]
}

const wrongCursor = [400, 'The cursor does not belong to this list.']

test('library: likes are listed newest first, page by page, and only those of the caller', async () => {
  const { user, call } = await newUser()
  const made = []
  for (const n of [1, 2, 3, 4, 5])
    made.push(await makeTrack(site.db, site.owner.id, { title: `Liked ${n}` }))
  // Two likes in the same millisecond.
  await likeMany(
    site.db,
    made.map(({ id }, n) => ({ userId: user.id, trackId: id, createdAt: at(n === 4 ? 3 : n) })),
  )
  await likeMany(site.db, [{ userId: site.otherUser.id, trackId: made[0]?.id ?? '' }])
  const pages = await pagesOf<Track>(call, '/api/library/likes?limit=2')
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(titles(pages.flat()).slice(2)).toEqual(['Liked 3', 'Liked 2', 'Liked 1'])
  expect(new Set(titles(pages.flat())).size).toBe(5)
  expect(pages.flat().every(({ likes }) => likes[0]?.userId === user.id)).toBe(true)
  expect(await errorOf(call, 'GET', '/api/library/likes?cursor=nonsense')).toEqual(wrongCursor)
})

test('library: unlisted likes stay, private ones of others vanish, own private ones stay', async () => {
  const { user, call } = await newUser()
  const made = [
    await makeTrack(site.db, site.owner.id, { title: 'Unlisted', privacy: 'unlisted' }),
    await makeTrack(site.db, site.owner.id, { title: 'Private', privacy: 'private' }),
    await makeTrack(site.db, user.id, { title: 'Own', privacy: 'private' }),
  ]
  await likeMany(
    site.db,
    made.map(({ id }, n) => ({ userId: user.id, trackId: id, createdAt: at(n) })),
  )
  expect(titles((await pagesOf<Track>(call, '/api/library/likes')).flat())).toEqual([
    'Own',
    'Unlisted',
  ])
})

test('library: a search within the likes finds titles and artists, and treats wildcards as text', async () => {
  const { user, call } = await newUser()
  const artist = await makeUser(site.db, { displayName: 'Velvet Radiator' })
  const made = [
    await makeTrack(site.db, site.owner.id, { title: 'Half a Mile of Piano' }),
    await makeTrack(site.db, artist.id, { title: '100% Wool_Coat' }),
  ]
  await likeMany(
    site.db,
    made.map(({ id }) => ({ userId: user.id, trackId: id })),
  )
  await makeTrack(site.db, artist.id, { title: 'Piano that is not liked' })
  const found = async (q: string) =>
    titles((await pagesOf<Track>(call, `/api/library/likes?q=${encodeURIComponent(q)}`)).flat())
  expect(await found('PIANO')).toEqual(['Half a Mile of Piano'])
  expect(await found('velvet')).toEqual(['100% Wool_Coat'])
  expect(await found('0% w')).toEqual(['100% Wool_Coat'])
  expect(await found('l_c')).toEqual(['100% Wool_Coat'])
  expect(await found('h%f')).toEqual([])
  expect(await found(' ')).toHaveLength(2)
})

const library = async (call: Caller) =>
  titles((await pagesOf<Playlist>(call, '/api/library/playlists?limit=1')).flat())
const save = async (call: Caller, method: 'PUT' | 'DELETE', id: string) =>
  (await call(method, `/api/library/playlists/${id}`)).status

test('library: own and saved playlists are one list, the last created or saved first', async () => {
  const { user, call } = await newUser()
  await makePlaylist(site.db, user.id, [], { title: 'Own', createdAt: at(0), privacy: 'private' })
  const foreign = await makePlaylist(site.db, site.owner.id, [], { title: 'Foreign' })
  const isSaved = async () => {
    const response = await call('GET', `/api/playlists/${foreign.id}`)
    return ((await response.json()) as PlaylistDetail).isSaved
  }
  expect(await isSaved()).toBe(false)
  expect(await save(call, 'PUT', foreign.id)).toBe(204)
  expect(await save(call, 'PUT', foreign.id)).toBe(204)
  expect(await isSaved()).toBe(true)
  expect(await library(call)).toEqual(['Foreign', 'Own'])
  expect(await library(site.asOtherUser)).toEqual([])
  expect(await save(call, 'DELETE', foreign.id)).toBe(204)
  expect(await save(call, 'DELETE', foreign.id)).toBe(204)
  expect(await library(call)).toEqual(['Own'])
  const path = '/api/library/playlists?cursor=nonsense'
  expect(await errorOf(call, 'GET', path)).toEqual(wrongCursor)
})

test('library: own and saved releases can be listed without playlists, and playlists without them', async () => {
  const { user, call } = await newUser()
  await makePlaylist(site.db, user.id, [], { title: 'Own album', type: 'album' })
  await makePlaylist(site.db, user.id, [], { title: 'Own list' })
  for (const type of ['album', 'playlist'] as const) {
    const foreign = await makePlaylist(site.db, site.owner.id, [], { title: `Saved ${type}`, type })
    await save(call, 'PUT', foreign.id)
  }
  const list = async (releases: boolean) =>
    titles((await pagesOf<Playlist>(call, `/api/library/playlists?releases=${releases}`)).flat())
  expect(await list(true)).toEqual(['Saved album', 'Own album'])
  expect(await list(false)).toEqual(['Saved playlist', 'Own list'])
})

test('library: a saved playlist that becomes private vanishes and can still be removed', async () => {
  const { user, call } = await newUser()
  const foreign = await makePlaylist(site.db, site.owner.id, [], { privacy: 'unlisted' })
  expect(await save(call, 'PUT', foreign.id)).toBe(204)
  const hidden = { body: { privacy: 'private' } }
  await site.asOwner('PUT', `/api/playlists/${foreign.id}`, hidden)
  expect(await library(call)).toEqual([])
  expect(await save(call, 'DELETE', foreign.id)).toBe(204)
  expect(await save(call, 'DELETE', foreign.id)).toBe(404)
  const rows = await site.db.select().from(savedPlaylists).where(eq(savedPlaylists.userId, user.id))
  expect(rows).toEqual([])
})

test('library: saving needs a playlist of another user', async () => {
  const own = await makePlaylist(site.db, site.owner.id)
  const path = `/api/library/playlists/${own.id}`
  expect(await errorOf(site.asOwner, 'PUT', path)).toEqual([
    400,
    'Your own playlists are in your library already',
  ])
  const missing = '/api/library/playlists/0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
  expect(await errorOf(site.asOwner, 'PUT', missing)).toEqual([404, 'Playlist not found'])
})

const after = {
  value: '2026-01-01T00:00:00.000Z',
  id: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
}
const viewer = { id: after.id, isAdmin: false }

test.each([
  ['likes_by_user', () => listLiked(site.db, viewer, { limit: 50, after, q: undefined })],
  ['listens_newest', () => listHistoryEntries(site.db, viewer, { limit: 50, after })],
])('library: a deep page is read from the index %s, without sorting', async (index, query) => {
  const plan = await site.db.transaction(async (tx) => {
    // The test's tables are so small that sequential scans would be cheaper.
    for (const method of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await tx.execute(sql.raw(`set local enable_${method} = off`))
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query().getSQL()}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(`using ${index}`)
  expect(plan).not.toContain('Sort')
})

test('library: likes, history, saved playlists and settings are deleted with the account', async () => {
  const { user, call } = await newUser()
  const track = await makeTrack(site.db, site.owner.id)
  const playlist = await makePlaylist(site.db, site.owner.id)
  await call('POST', `/api/tracks/${track.id}/like`)
  await call('POST', '/api/library/history', { body: { trackId: track.id } })
  await call('PUT', `/api/library/playlists/${playlist.id}`)
  await call('PUT', '/api/library/following-seen')
  const rows = async () => {
    const counts = []
    for (const table of [likes, listens, savedPlaylists, librarySettings])
      counts.push(await site.db.$count(table, eq(table.userId, user.id)))
    return counts
  }
  expect(await rows()).toEqual([1, 1, 1, 1])
  const path = `/api/users/${user.id}/admin`
  expect((await site.asAdministrator('DELETE', path)).status).toBe(204)
  expect(await rows()).toEqual([0, 0, 0, 0])
  expect(await site.db.$count(tracks, sql`id = ${track.id}`)).toBe(1)
})

test('library: a deleted track and a deleted playlist leave the libraries of others', async () => {
  const { user, call } = await newUser()
  const track = await makeTrack(site.db, site.owner.id)
  const playlist = await makePlaylist(site.db, site.owner.id)
  await call('POST', '/api/library/history', { body: { trackId: track.id } })
  await call('PUT', `/api/library/playlists/${playlist.id}`)
  await site.asOwner('DELETE', `/api/tracks/${track.id}`)
  await site.asOwner('DELETE', `/api/playlists/${playlist.id}`)
  expect(await site.db.$count(listens, eq(listens.userId, user.id))).toBe(0)
  expect(await pagesOf(call, '/api/library/playlists')).toEqual([[]])
})
