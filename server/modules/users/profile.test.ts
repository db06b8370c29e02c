import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import type { Profile } from '#contract/users.ts'
import { playlists, users } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { untilServed } from '#server/testing/until-served.ts'

let user: UserRow
let asUser: Caller
let asOtherUser: Caller
let asAdmin: Caller

const adminId = randomUUID()
const site = setUpTestApp({ env: { ADMIN_USER_IDS: adminId } })
beforeAll(async () => {
  user = await makeUser(db(), {
    username: 'Clara.Vale',
    email: 'clara@example.org',
    bio: 'Cello',
  })
  await makeUser(db(), { id: adminId })
  asUser = await site.as(user)
  asOtherUser = await site.as(await makeUser(db()))
  asAdmin = await site.as({ id: adminId })
})

const db = () => site.postgres.db
const read = async <T>(response: Promise<Response>) => (await (await response).json()) as T
const profileOf = (call: Caller, name: string) => read<Profile>(call('GET', `/api/users/${name}`))
const put = (body: unknown, call = asUser) => call('PUT', '/api/users/profile', { body })

test('profiles: they are found by id and by username in any case, without the email', async () => {
  for (const name of [user.id, user.id.toUpperCase(), 'Clara.Vale', 'cLARA.vALE'])
    for (const call of [site.visitor, asOtherUser, asUser, asAdmin]) {
      const profile = await profileOf(call, name)
      expect(profile).toMatchObject({ id: user.id, username: 'Clara.Vale', bio: 'Cello' })
      expect(JSON.stringify(profile)).not.toContain('clara@example.org')
    }
})

test.each(['nobody-here', randomUUID(), '%00', 'a%2Fb', 'x'.repeat(99)])(
  'profiles: an unknown or invalid username is not found (%#)',
  async (name) => {
    for (const path of ['', '/tracks', '/playlists']) {
      const response = await site.visitor('GET', `/api/users/${name}${path}`)
      expect(response.status).toBe(404)
    }
  },
)

test('profiles: counts and lists contain what the viewer can list', async () => {
  const artist = await makeUser(db())
  const asArtist = await site.as(artist)
  const open = await makeTrack(db(), artist.id, { createdAt: new Date('2026-01-01') })
  const linked = await makeTrack(db(), artist.id, {
    privacy: 'unlisted',
    createdAt: new Date('2026-01-02'),
  })
  const secret = await makeTrack(db(), artist.id, {
    privacy: 'private',
    createdAt: new Date('2026-01-03'),
  })
  const shown = await makePlaylist(db(), artist.id)
  const hidden = await makePlaylist(db(), artist.id)
  await db().update(playlists).set({ privacy: 'unlisted' }).where(eq(playlists.id, hidden.id))
  const views = [
    { call: site.visitor, tracks: [open.id], lists: [shown.id] },
    { call: asOtherUser, tracks: [open.id], lists: [shown.id] },
    { call: asArtist, tracks: [secret.id, linked.id, open.id], lists: [hidden.id, shown.id] },
    { call: asAdmin, tracks: [secret.id, linked.id, open.id], lists: [hidden.id, shown.id] },
  ]
  for (const { call, tracks, lists } of views) {
    expect((await profileOf(call, artist.id)).trackCount).toBe(tracks.length)
    const listed = await read<Track[]>(call('GET', `/api/users/${artist.username}/tracks`))
    expect(listed.map((track) => track.id)).toEqual(tracks)
    const found = await read<Playlist[]>(call('GET', `/api/users/${artist.id}/playlists`))
    expect(found.map((playlist) => playlist.id).sort()).toEqual(lists.sort())
  }
})

test('profiles: tracks can be sorted by plays and likes, in pages', async () => {
  const artist = await makeUser(db())
  const counts = [
    { title: 'liked', flushedPlays: 1, likeCount: 9 },
    { title: 'both', flushedPlays: 7, likeCount: 6 },
    { title: 'neither', flushedPlays: 0, likeCount: 0 },
    { title: 'played', flushedPlays: 8, likeCount: 0 },
  ]
  for (const count of counts) await makeTrack(db(), artist.id, count)
  const titles: string[] = []
  let next: string | undefined = `/api/users/${artist.id}/tracks?sort=popular&limit=1`
  while (next) {
    const response: Response = await site.visitor('GET', next)
    titles.push(...((await response.json()) as Track[]).map(({ title }) => title))
    next = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(titles).toEqual(['both', 'liked', 'played', 'neither'])
})

test('profiles: tracks and playlists are listed page by page', async () => {
  const artist = await makeUser(db())
  for (let day = 1; day <= 5; day++) {
    await makeTrack(db(), artist.id, { createdAt: new Date(Date.UTC(2026, 0, day)) })
    await makePlaylist(db(), artist.id)
  }
  for (const what of ['tracks', 'playlists']) {
    const all = await read<{ id: string }[]>(site.visitor('GET', `/api/users/${artist.id}/${what}`))
    const paged: { id: string }[] = []
    let next: string | undefined = `/api/users/${artist.id}/${what}?limit=2`
    while (next) {
      const response: Response = await site.visitor('GET', next)
      paged.push(...((await response.json()) as { id: string }[]))
      next = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(paged).toEqual(all)
    expect(all).toHaveLength(5)
  }
  expect((await site.visitor('GET', `/api/users/${artist.id}/playlists?cursor=x`)).status).toBe(400)
})

test('profiles: the avatar URL points to an uploaded image and to nothing else', async () => {
  const withImages = await makeUser(db(), { profileImageUrl: '/objects/images/one' })
  const before = (await profileOf(site.visitor, withImages.id)).profileImageUrl
  expect(before).toMatch(new RegExp(`^/api/users/${withImages.id}/avatar\\?v=[\\w-]{8}$`))
  await db()
    .update(users)
    .set({ profileImageUrl: '/objects/images/two' })
    .where(eq(users.id, withImages.id))
  expect((await profileOf(site.visitor, withImages.id)).profileImageUrl).not.toBe(before)
  await db()
    .update(users)
    .set({ profileImageUrl: 'https://id.example.org/me.png' })
    .where(eq(users.id, withImages.id))
  expect((await profileOf(site.visitor, withImages.id)).profileImageUrl).toBeNull()
})

test('updating the own profile: the fields that are sent change and are visible everywhere', async () => {
  const response = await put({
    displayName: '  Clara V. ',
    website: 'clara.example',
    location: '',
    fediverse: ' clara@Folk.example ',
  })
  expect(response.status).toBe(200)
  expect((await response.json()) as CurrentUser).toMatchObject({
    id: user.id,
    email: 'clara@example.org',
    displayName: 'Clara V.',
    website: 'https://clara.example',
    fediverse: '@clara@Folk.example',
    location: null,
    bio: 'Cello',
    isAdmin: false,
  })
  expect(await profileOf(site.visitor, user.id)).toMatchObject({ displayName: 'Clara V.' })
  expect((await put({})).status).toBe(200)
})

test('updating the own profile: anonymous callers get 401', async () => {
  expect((await put({ bio: 'x' }, site.visitor)).status).toBe(401)
})

test.each([
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: 'x'.repeat(31) }, 'Username must be less than 30 characters'],
  [{ username: 'has space' }, 'Username cannot contain spaces'],
  [{ username: 'a/b/c' }, 'Username can contain letters, numbers, dots, dashes and underscores'],
  [{ username: '\u0430dmin' }, 'Username can have letters of one alphabet only'],
  [{ displayName: 'x'.repeat(101) }, 'Display name must be less than 100 characters'],
  [{ firstName: 'x'.repeat(51) }, 'First name must be less than 50 characters'],
  [{ lastName: 'x'.repeat(51) }, 'Last name must be less than 50 characters'],
  [{ bio: 'x'.repeat(501) }, 'Bio must be less than 500 characters'],
  [{ location: 'x'.repeat(101) }, 'Location must be less than 100 characters'],
  [{ website: 'javascript:alert(1)' }, 'Please enter a valid URL'],
  [{ website: 'data:text/html,x' }, 'Please enter a valid URL'],
  [{ website: '//x' }, 'Please enter a valid URL'],
  [{ website: 'http://user@x' }, 'Please enter a valid URL'],
  [{ website: `https://x.org/${'y'.repeat(2000)}` }, 'Please enter a valid URL'],
  ...['@clara', 'clara', '@@x.org', '@a@b', '@a b@x.org', '@a@x.org"><b>', '@a@-x.org', 7].map(
    (fediverse): [object, string] => [
      { fediverse },
      'Please enter an address such as @name@mastodon.social',
    ],
  ),
  [{ email: 'other@example.org' }, 'Unknown field "email".'],
  [{ isAdmin: true }, 'Unknown field "isAdmin".'],
  [{ bio: 7 }, 'Bio must be text'],
  [{ bio: ['x'] }, 'Bio must be text'],
])('updating the own profile: invalid fields are rejected (%#)', async (body, message) => {
  const before = await profileOf(site.visitor, user.id)
  const response = await put(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message })
  expect(await profileOf(site.visitor, user.id)).toEqual(before)
})

test('updating the own profile: text that looks like markup is stored as typed', async () => {
  const bio = `<img src=x onerror="alert(1)"></script>`
  expect(await read(put({ bio }))).toMatchObject({ bio })
})

test('updating the own profile: a username from before a stricter rule stays, and can be changed', async () => {
  const older = await makeUser(db(), { username: 'ｆｕｌｌ-width' })
  const asOlder = await site.as(older)
  expect((await put({ username: older.username, bio: 'x' }, asOlder)).status).toBe(200)
  expect((await put({ username: 'ｆｕｌｌ-width-2' }, asOlder)).status).toBe(400)
  expect((await put({ username: 'full-width' }, asOlder)).status).toBe(200)
})

test('updating the own profile: a username that is taken is rejected in any case', async () => {
  await makeUser(db(), { username: 'Taken-Name' })
  for (const username of ['Taken-Name', 'taken-name', 'TAKEN-NAME']) {
    const response = await put({ username })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ message: 'Username is already taken' })
  }
  expect(await read(put({ username: 'clara.vale' }))).toMatchObject({ username: 'clara.vale' })
})

test('updating the own profile: one of fifty concurrent requests gets the username', async () => {
  const callers = await Promise.all(
    Array.from({ length: 50 }, async () => site.as(await makeUser(db()))),
  )
  const responses = await Promise.all(
    callers.map((call, index) =>
      untilServed(() => put({ username: index % 2 ? 'wanted' : 'WANTED' }, call)),
    ),
  )
  const statuses = responses.map((response) => response.status).sort()
  expect(statuses).toEqual([200, ...Array(49).fill(409)])
})
