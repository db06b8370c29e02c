import { expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import { type playlists, playlistTracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { addEntry, makeTrackIds, storedOrder } from '#server/testing/playlist-client.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { addTrack } from './entries/service.ts'

const site = setUpTestSite()

const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { message?: string }).message,
]
const setType = (id: string, type: string) =>
  site.asOwner('PUT', `/api/playlists/${id}`, { body: { type } })
const _trackFor = async (call: Caller, id: string) =>
  (await (await call('GET', `/api/tracks/slug/${id}`)).json()) as TrackDetail
const own = () => makeTrack(site.db, site.owner.id)

test('releases: all fields are stored, returned and updated', async () => {
  const fields = {
    title: 'Tide Tables',
    type: 'album',
    description: 'Recorded by the sea.',
    artist: 'Low Tide Choir',
    label: 'Harbor Records',
    releaseDate: '2026-12-04',
    upc: '036000291452',
    copyright: '℗ 2026 Harbor Records',
  }
  const body = { ...fields, upc: '0 36000-29145 2' }
  const response = await site.asOwner('POST', '/api/playlists', { body })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as Playlist
  const read = await site.visitor('GET', `/api/playlists/${id}`)
  expect(await read.json()).toMatchObject(fields)
  const changes = { type: 'ep', artist: null, label: '', releaseDate: '', upc: '4006381333931' }
  const updated = await site.asOwner('PUT', `/api/playlists/${id}`, { body: changes })
  expect(await updated.json()).toMatchObject({
    ...fields,
    ...changes,
    label: null,
    releaseDate: null,
  })
})

test.each([
  ['2019', '2019'],
  ['2019-05', '2019-05'],
  ['2019-05-03', '2019-05-03'],
  ['2019-01-01', '2019-01-01'],
  [' 2019/5/3 ', '2019-05-03'],
  ['2019.5', '2019-05'],
  ['0001', '0001'],
])(
  'releases: the date %j is stored as %s, and no month or day is made up',
  async (date, stored) => {
    const made = await site.asOwner('POST', '/api/playlists', {
      body: { title: 'Tide Tables', type: 'album', releaseDate: date },
    })
    const release = (await made.json()) as Playlist
    expect(release.releaseDate).toBe(stored)
    const path = `/api/playlists/${release.id}`
    const other = await site.asOwner('PUT', path, { body: { label: 'Harbor' } })
    expect(await other.json()).toMatchObject({ releaseDate: stored, label: 'Harbor' })
  },
)

test('releases: a day that an older version writes over a year is returned', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], {
    ...{ type: 'album', releaseDate: '2019-05-03', releasePrecision: 'year' },
  })
  const read = await site.visitor('GET', `/api/playlists/${id}`)
  expect(await read.json()).toMatchObject({ releaseDate: '2019-05-03' })
})

test.each([
  [{ type: 'lp' }, 'Please choose a type from the list'],
  [{ releaseDate: '2026-02-30' }, 'Please enter a date such as 2019, 2019-05 or 2019-05-03'],
  [{ releaseDate: '2026-13' }, 'Please enter a date such as 2019, 2019-05 or 2019-05-03'],
  [{ releaseDate: '0000' }, 'Please enter a date such as 2019, 2019-05 or 2019-05-03'],
  [{ releaseDate: '0000-01-01' }, 'Please enter a date such as 2019, 2019-05 or 2019-05-03'],
  [{ releaseDate: 2026 }, 'Please enter a date such as 2019, 2019-05 or 2019-05-03'],
  [{ upc: '036000291453' }, 'Please enter a valid UPC or EAN: 12 or 13 digits'],
  [{ upc: '1234' }, 'Please enter a valid UPC or EAN: 12 or 13 digits'],
  [{ upc: 36000291452 }, 'Please enter a valid UPC or EAN: 12 or 13 digits'],
  [{ label: 'x'.repeat(201) }, 'Label must be less than 200 characters'],
  [{ copyright: 'x'.repeat(201) }, 'Copyright must be less than 200 characters'],
])('releases: invalid fields are rejected (%#)', async (fields, message) => {
  const body = { title: 'Tide Tables', ...fields }
  const response = await site.asOwner('POST', '/api/playlists', { body })
  expect(await outcome(response)).toEqual([400, message])
})

test('releases: a track of another user is rejected', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { type: 'album' })
  const other = await makeTrack(site.db, site.otherUser.id)
  expect(await outcome(await addEntry(site.asOwner, id, other.id))).toEqual([
    409,
    'A release can have only your own tracks.',
  ])
})

test('releases: the same track twice is rejected', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { type: 'album' })
  const track = await own()
  expect((await addEntry(site.asOwner, id, track.id)).status).toBe(201)
  expect(await outcome(await addEntry(site.asOwner, id, track.id))).toEqual([
    409,
    'This track is already in the album',
  ])
})

test('releases: a track of one release is rejected by another, and accepted by playlists', async () => {
  const track = await own()
  const title = 'Tide Tables'
  await makePlaylist(site.db, site.owner.id, [track.id], { type: 'album', title })
  const second = await makePlaylist(site.db, site.owner.id, [], { type: 'single' })
  const playlist = await makePlaylist(site.db, site.owner.id)
  expect(await outcome(await addEntry(site.asOwner, second.id, track.id))).toEqual([
    409,
    'This track is already on "Tide Tables".',
  ])
  expect((await addEntry(site.asOwner, playlist.id, track.id)).status).toBe(201)
})

test('releases: a track that is added to many at once is in one of them', async () => {
  const track = await own()
  const lists = await Promise.all(
    Array.from({ length: 8 }, () => makePlaylist(site.db, site.owner.id, [], { type: 'ep' })),
  )
  const viewer = { id: site.owner.id, isAdmin: false }
  const results = await Promise.allSettled(
    lists.map(({ id }) => addTrack(site.db, id, track.id, viewer)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const errors = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  expect(new Set(errors.map(({ status }) => status))).toEqual(new Set([409]))
  for (const { id } of lists) await storedOrder(site.db, id)
})

test('releases: playlists with a common track that become releases at once leave it in one', async () => {
  const { id: trackId } = await own()
  const lists = await Promise.all(
    Array.from({ length: 4 }, () => makePlaylist(site.db, site.owner.id, [trackId])),
  )
  const statuses = await Promise.all(
    lists.map(async ({ id }) => (await setType(id, 'album')).status),
  )
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
})

test('releases: 201 tracks are rejected', async () => {
  const trackIds = await makeTrackIds(site.db, site.owner.id, 201)
  const { id } = await makePlaylist(site.db, site.owner.id, trackIds.slice(0, 200), {
    type: 'album',
  })
  const message = 'A release can have 200 tracks at most'
  const last = trackIds.at(-1)
  expect(await outcome(await addEntry(site.asOwner, id, last))).toEqual([409, message])
  await setType(id, 'playlist')
  expect((await addEntry(site.asOwner, id, last)).status).toBe(201)
  expect(await outcome(await setType(id, 'album'))).toEqual([409, message])
})

test('releases of a user: the newest release date first, in pages, without private ones', async () => {
  const user = await makeUser(site.db)
  const release = (title: string, releaseDate: string | null, privacy: 'public' | 'private') =>
    makePlaylist(site.db, user.id, [], {
      ...{ type: 'album', title, releaseDate, privacy },
      createdAt: new Date('2020-06-01T12:00:00Z'),
    })
  await release('Oldest', '1999-12-31', 'public')
  await release('Undated', null, 'public')
  await release('Newest', '2030-01-01', 'public')
  await release('Hidden', '2031-01-01', 'private')
  await makePlaylist(site.db, user.id, [], { title: 'No release' })
  const first = await site.visitor('GET', `/api/users/${user.id}/releases?limit=2`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await site.visitor('GET', next.replace(/^https?:\/\/[^/]+/, ''))
  const pages = [await first.json(), await second.json()] as Playlist[][]
  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
    ['Newest', 'Undated'],
    ['Oldest'],
  ])
})

test('all releases: the newest first, public ones with tracks only', async () => {
  const make = async (overrides: Partial<typeof playlists.$inferInsert>, track?: { id: string }) =>
    makePlaylist(site.db, site.owner.id, track ? [track.id] : [], overrides)
  const older = await make({ type: 'single', createdAt: new Date('2040-01-01') }, await own())
  const newer = await make({ type: 'album', createdAt: new Date('2041-01-01') }, await own())
  await make({ type: 'album', createdAt: new Date('2042-01-01') })
  await make({ createdAt: new Date('2042-01-01') }, await own())
  await make({ type: 'album', privacy: 'private', createdAt: new Date('2042-01-01') }, await own())
  const list = (await (await site.asOwner('GET', '/api/releases?limit=2')).json()) as Playlist[]
  expect(list.map(({ id }) => id)).toEqual([newer.id, older.id])
})

test.each([
  ['true', ['album']],
  ['false', ['playlist']],
])("a user's playlists: ?releases=%s", async (releases, types) => {
  const user = await makeUser(site.db)
  await makePlaylist(site.db, user.id, [], { type: 'album' })
  await makePlaylist(site.db, user.id)
  const response = await site.visitor('GET', `/api/users/${user.id}/playlists?releases=${releases}`)
  const list = (await response.json()) as PlaylistDetail[]
  expect(list.map(({ type }) => type)).toEqual(types)
})

test('the database allows no entry whose type differs from that of its playlist', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { type: 'album' })
  const { id: trackId } = await own()
  await expect(site.db.insert(playlistTracks).values({ playlistId: id, trackId })).rejects.toThrow()
})

test('home page: a new release is in its section at once, a private one is not', async () => {
  const track = await own()
  const createdAt = new Date('2050-01-01')
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id], { type: 'ep', createdAt })
  const newest = async () => {
    const { releases } = (await (await site.visitor('GET', '/api/discover')).json()) as Discovery
    return releases[0]?.id
  }
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { label: 'Harbor Records' } })
  expect(await newest()).toBe(id)
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { privacy: 'private' } })
  expect(await newest()).not.toBe(id)
})

test('releases: a creation that is repeated with its key, also at the same time, creates one', async () => {
  const body = { title: 'Sent Again', type: 'ep', key: '0b37f3a5-5c57-4dd0-95bd-5a2c4a1f2f01' }
  const create = async (call: Caller) => {
    const response = await call('POST', '/api/playlists', { body })
    return [response.status, ((await response.json()) as Playlist).id] as const
  }
  const responses = await Promise.all(Array.from({ length: 6 }, () => create(site.asOwner)))
  const [[, id] = []] = responses
  expect(responses).toEqual(Array(6).fill([201, id]))
  expect(await create(site.asOwner)).toEqual([201, id])
  const [status, other] = await create(site.asOtherUser)
  expect([status, other === id]).toEqual([201, false])
  await site.asOwner('DELETE', `/api/playlists/${id}`)
  expect(await create(site.asOwner)).toEqual([201, id])
})
