import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Playlist, PlaylistDetail, PlaylistForTrack } from '#contract/playlists.ts'
import { playlists } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { untilServed } from '#server/testing/until-served.ts'

const site = setUpTestSite()

const detail = async (call: Caller, slugOrId: string) =>
  (await (await call('GET', `/api/playlists/slug/${slugOrId}`)).json()) as PlaylistDetail
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message

test('creating a playlist: the response is the whole playlist with a slug from its title', async () => {
  const response = await site.asOwner('POST', '/api/playlists', {
    body: { title: '  Slow Évenings ', description: '' },
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({
    title: 'Slow Évenings',
    slug: 'slow-evenings',
    description: null,
    privacy: 'public',
    trackCount: 0,
    userId: site.owner.id,
    user: { displayName: site.owner.displayName },
  })
})

test('creating a playlist: anonymous callers get 401', async () => {
  expect((await site.visitor('POST', '/api/playlists', { body: { title: 'x' } })).status).toBe(401)
})

test.each([
  [{ title: '   ' }, 'Playlist title is required'],
  [{}, 'Playlist title is required'],
  [{ title: 7 }, 'Playlist title is required'],
  [{ title: 'x'.repeat(201) }, 'Playlist title must be less than 200 characters'],
  [{ title: 'x', description: 'x'.repeat(5001) }, 'Description must be less than 5000 characters'],
  [{ title: 'x', privacy: 'Public' }, 'Privacy must be public, unlisted or private'],
  [{ title: 'x', userId: randomUUID() }, 'Unknown field "userId".'],
  [{ title: 'x', slug: 'mine' }, 'Unknown field "slug".'],
  [{ title: 'a\0b' }, 'The request contains a character that cannot be stored.'],
])('creating a playlist: invalid fields are rejected (%#)', async (body, message) => {
  const response = await site.asOwner('POST', '/api/playlists', { body })
  expect(response.status).toBe(400)
  expect(await messageOf(response)).toBe(message)
})

test.each(['private', 'unlisted'])(
  'creating a playlist: %s playlists reserve no public slug and have an unguessable one',
  async (privacy) => {
    const create = async (call: Caller, fields: object) =>
      (await (await call('POST', '/api/playlists', { body: fields })).json()) as Playlist
    const title = `Hidden ${privacy}`
    const { id, slug } = await create(site.asOwner, { title, privacy })
    expect(slug).toMatch(new RegExp(`^hidden-${privacy}-[a-z2-9]{12}$`))
    expect((await create(site.asOtherUser, { title })).slug).toBe(`hidden-${privacy}`)
    const body = { title, privacy: 'public' }
    const published = await site.asOwner('PUT', `/api/playlists/${id}`, { body })
    expect(await published.json()).toMatchObject({ slug })
    expect((await site.visitor('GET', `/api/playlists/slug/${slug}`)).status).toBe(200)
  },
)

test('creating a playlist: the slug of a deleted playlist is available to its owner only', async () => {
  const create = async (call: Caller) => {
    const response = await call('POST', '/api/playlists', { body: { title: 'Once deleted' } })
    return (await response.json()) as Playlist
  }
  const { id } = await create(site.asOwner)
  expect((await site.asOwner('DELETE', `/api/playlists/${id}`)).ok).toBe(true)
  expect((await create(site.asOtherUser)).slug).toMatch(/^once-deleted-[a-z2-9]{5}$/)
  expect((await create(site.asOwner)).slug).toBe('once-deleted')
})

test('creating a playlist: fifty concurrent playlists with the same title get fifty slugs', async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, () =>
      untilServed(() => site.asOwner('POST', '/api/playlists', { body: { title: 'Road Trip' } })),
    ),
  )
  const made = (await Promise.all(responses.map((response) => response.json()))) as Playlist[]
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]))
  expect(new Set(made.map((playlist) => playlist.slug)).size).toBe(50)
})

test.each([
  ['public', 200, 200],
  ['unlisted', 200, 200],
  ['private', 404, 404],
] as const)(
  'playlist visibility: %s playlists are visible to the right callers',
  async (privacy, visitor, otherUser) => {
    const { id, slug } = await makePlaylist(site.db, site.owner.id)
    await site.db.update(playlists).set({ privacy }).where(eq(playlists.id, id))
    for (const path of [
      `/api/playlists/${id}`,
      `/api/playlists/slug/${slug}`,
      `/api/playlists/slug/${id}`,
    ]) {
      const callers = [site.visitor, site.asOtherUser, site.asOwner, site.asAdministrator]
      const responses = await Promise.all(callers.map((call) => call('GET', path)))
      expect(responses.map((response) => response.status)).toEqual([visitor, otherUser, 200, 200])
    }
  },
)

test('playlist visibility: hidden and missing playlists get the same response', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  await site.db.update(playlists).set({ privacy: 'private' }).where(eq(playlists.id, id))
  const hidden = await (await site.asOtherUser('GET', `/api/playlists/${id}`)).text()
  const missing = await (await site.asOtherUser('GET', `/api/playlists/${randomUUID()}`)).text()
  expect(hidden).toBe(missing)
  expect(JSON.parse(hidden)).toEqual({ message: 'Playlist not found' })
})

test.each(['%00', 'a%2Fb', 'x'.repeat(250), '..', "'; drop table"])(
  'playlist visibility: the slug %s is not found',
  async (name) => {
    for (const path of [`/api/playlists/slug/${name}`, `/api/playlists/${name}`])
      expect((await site.visitor('GET', path)).status).toBeOneOf([404, 400])
  },
)

test('playlist entries: each viewer sees and counts only the tracks that they can view', async () => {
  const open = await makeTrack(site.db, site.otherUser.id)
  const secret = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  const linked = await makeTrack(site.db, site.otherUser.id, { privacy: 'unlisted' })
  const own = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const all = [open.id, secret.id, linked.id, own.id]
  const { id } = await makePlaylist(site.db, site.owner.id, all)
  const seen = async (call: Caller) => {
    const playlist = await detail(call, id)
    expect(playlist.trackCount).toBe(playlist.playlistTracks.length)
    expect(playlist.playlistTracks.map(({ position }) => position)).toEqual([
      ...playlist.playlistTracks.keys(),
    ])
    return playlist.playlistTracks.map(({ track }) => track.id)
  }
  expect(await seen(site.visitor)).toEqual([open.id, linked.id])
  expect(await seen(site.asOtherUser)).toEqual([open.id, secret.id, linked.id])
  expect(await seen(site.asOwner)).toEqual([open.id, linked.id, own.id])
  expect(await seen(site.asAdministrator)).toEqual(all)
})

test('playlist entries: lists of playlists show the same count', async () => {
  const lister = await makeUser(site.db)
  const open = await makeTrack(site.db, site.otherUser.id)
  const secret = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  await makePlaylist(site.db, lister.id, [open.id, secret.id])
  const countFor = async (call: Caller) => {
    const listed = (await (
      await call('GET', `/api/users/${lister.id}/playlists`)
    ).json()) as Playlist[]
    return listed[0]?.trackCount
  }
  expect(await countFor(site.visitor)).toBe(1)
  expect(await countFor(site.asOtherUser)).toBe(2)
})

test('playlist entries: lists for a track say which playlists have it, if the viewer can view it', async () => {
  const lister = await makeUser(site.db)
  const open = await makeTrack(site.db, site.otherUser.id)
  const secret = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  const having = await makePlaylist(site.db, lister.id, [open.id, secret.id])
  await makePlaylist(site.db, lister.id)
  const found = async (call: Caller, query: string) => {
    const response = await call('GET', `/api/users/${lister.id}/playlists${query}`)
    const listed = (await response.json()) as PlaylistForTrack[]
    return listed.flatMap(({ id, hasTrack }) => (hasTrack ? [id] : []))
  }
  expect(await found(site.visitor, `?trackId=${open.id}`)).toEqual([having.id])
  expect(await found(site.visitor, `?trackId=${secret.id}`)).toEqual([])
  expect(await found(site.asOtherUser, `?trackId=${secret.id}`)).toEqual([having.id])
  expect(await found(site.visitor, '')).toEqual([])
})

test("playlist entries: they carry the viewer's like and the uploader's avatar URL", async () => {
  const uploader = await makeUser(site.db, { profileImageUrl: '/objects/images/1' })
  const { id: trackId } = await makeTrack(site.db, uploader.id)
  await site.asOwner('POST', `/api/tracks/${trackId}/like`)
  const { id } = await makePlaylist(site.db, site.owner.id, [trackId])
  const mine = (await detail(site.asOwner, id)).playlistTracks[0]?.track
  expect(mine?.likes).toEqual([{ userId: site.owner.id }])
  expect(mine?.user.profileImageUrl).toMatch(`/api/users/${uploader.id}/avatar?v=`)
  expect((await detail(site.asOtherUser, id)).playlistTracks[0]?.track.likes).toEqual([])
})

test('new playlists: the public ones with tracks are listed newest first, page by page', async () => {
  await site.db.delete(playlists)
  const track = await makeTrack(site.db, site.owner.id)
  const make = (title: string, minute: number, overrides: Partial<Playlist> = {}) =>
    makePlaylist(site.db, site.owner.id, title === 'Empty' ? [] : [track.id], {
      title,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      ...('privacy' in overrides && { privacy: overrides.privacy }),
    })
  await make('First', 1)
  await make('Second', 2)
  await make('Third', 3)
  await make('Empty', 4)
  await make('Unlisted', 5, { privacy: 'unlisted' })
  await make('Private', 6, { privacy: 'private' })
  for (const call of [site.visitor, site.asOwner, site.asAdministrator]) {
    const first = await call('GET', '/api/playlists?limit=2')
    const titles = async (response: Response) =>
      ((await response.json()) as Playlist[]).map(({ title }) => title)
    expect(await titles(first)).toEqual(['Third', 'Second'])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const last = await call('GET', next)
    expect(await titles(last)).toEqual(['First'])
    expect(last.headers.get('link')).toBeNull()
  }
  const wrong = await site.visitor('GET', '/api/playlists?cursor=nonsense')
  expect(wrong.status).toBe(400)
  expect(await messageOf(wrong)).toBe('The cursor does not belong to this list.')
})

test('new playlists: those with fewer tracks than asked for are left out', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => makeTrack(site.db, site.owner.id)))
  const two = await makePlaylist(
    site.db,
    site.owner.id,
    ids.slice(0, 2).map(({ id }) => id),
  )
  const three = await makePlaylist(
    site.db,
    site.owner.id,
    ids.map(({ id }) => id),
  )
  const response = await site.visitor('GET', '/api/playlists?minTracks=3')
  const listed = ((await response.json()) as Playlist[]).map(({ id }) => id)
  expect([listed.includes(three.id), listed.includes(two.id)]).toEqual([true, false])
})
