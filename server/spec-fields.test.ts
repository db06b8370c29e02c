import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { follow, like, makePlaylist, makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

/** The fields that clients rely on, wherever a response has such a resource: alone, in a list or within another. */
const fields = {
  track: [
    ...['id', 'userId', 'title', 'slug', 'description', 'artist', 'studio', 'genre', 'tags'],
    ...['privacy', 'audioUrl', 'artworkUrl', 'spotifyUrl', 'appleMusicUrl', 'duration'],
    ...['playCount', 'likeCount', 'createdAt', 'updatedAt', 'user', 'likes'],
  ],
  playlist: [
    ...['id', 'userId', 'title', 'slug', 'description', 'coverUrl', 'privacy', 'trackCount'],
    ...['createdAt', 'updatedAt'],
  ],
  entry: ['id', 'playlistId', 'trackId', 'position', 'addedAt', 'track'],
  user: ['id', 'displayName', 'username', 'firstName', 'lastName', 'profileImageUrl'],
}
const wholeUser = [...fields.user, 'bio', 'location', 'website', 'createdAt', 'updatedAt']
const profile = [...wholeUser, 'followerCount', 'followingCount', 'trackCount', 'isFollowing']

type Values = { [name: string]: unknown; description?: string | null }
type Resource = { kind: keyof typeof fields; value: Values }

const kindOf = (value: object): Resource['kind'] | undefined => {
  if ('audioUrl' in value) return 'track'
  if ('coverUrl' in value) return 'playlist'
  if ('addedAt' in value) return 'entry'
  return 'username' in value ? 'user' : undefined
}

/** All resources in a response, however deep. */
function resourcesIn(body: unknown): Resource[] {
  if (typeof body !== 'object' || body === null) return []
  const kind = kindOf(body)
  const own = kind ? [{ kind, value: body as Resource['value'] }] : []
  return [...own, ...Object.values(body).flatMap(resourcesIn)]
}

const site = setUpTestSite({ env: { REPOSTS: 'on' } })
const long = `${'🎻'.repeat(199)}👩‍👩‍👧 and what follows`
const start = '🎻'.repeat(199)
const made = { track: '', playlist: '', album: '' }

beforeAll(async () => {
  const { db, owner, asOtherUser, otherUser, administrator } = site
  const text = { title: 'Salt Marsh', description: long, slug: 'salt', genre: 'folk' }
  const track = await makeTrack(db, owner.id, text)
  for (const title of ['Salt Flat', 'Salt Pan'])
    await makeTrack(db, owner.id, { title, description: long, genre: 'folk' })
  const playlist = await makePlaylist(db, owner.id, [track.id], {
    ...{ title: 'Salt', description: long, slug: 'salts' },
  })
  const album = await makePlaylist(db, owner.id, [track.id], {
    ...{ title: 'Salt Album', description: long, slug: 'salt-album', type: 'album' },
  })
  Object.assign(made, { track: track.id, playlist: playlist.id, album: album.id })
  await like(db, otherUser.id, track.id)
  await like(db, administrator.id, track.id)
  await follow(db, otherUser.id, owner.id)
  const queue = { tracks: [track.id], added: [], index: 0, original: null, source: null }
  const setUp: [string, string, unknown][] = [
    ['POST', '/api/library/history', { trackId: track.id }],
    ['PUT', `/api/library/playlists/${playlist.id}`, {}],
    ['PUT', `/api/tracks/${track.id}/repost`, {}],
    ['PUT', `/api/playlists/${album.id}/repost`, {}],
    [
      'PUT',
      '/api/player/state',
      {
        ...{ ...queue, version: 0, deviceId: null, playing: false, position: 0, repeat: 'off' },
        resume: [{ trackId: track.id, position: 5 }],
      },
    ],
  ]
  for (const [method, path, body] of setUp) {
    const { status } = await asOtherUser(method as 'PUT', path, { body })
    expect([path, status < 300]).toEqual([path, true])
  }
})

const get = async <Body = Values>(call: Caller, path: string) => {
  const response = await call('GET', path)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as Body
}
const missingIn = ({ kind, value }: Resource) => fields[kind].filter((name) => !(name in value))

const lists = [
  '/api/tracks',
  '/api/discover',
  '/api/discover/recent',
  '/api/genres/folk/tracks',
  '/api/search?q=salt&limit=5',
  '/api/library/likes',
  '/api/library/history',
  '/api/library/following',
  '/api/library/playlists',
  '/api/player/started',
  '/api/playlists',
  '/api/releases',
  '/api/users/OWNER/tracks',
  '/api/users/OWNER/playlists',
  '/api/users/OWNER/releases',
  '/api/users/OWNER/followers',
  '/api/users/OTHER/following',
  '/api/users/OTHER/reposts',
  '/api/playlists/slug/salts',
  '/api/playlists/ALBUM',
]

test.each(lists)(
  '%s has every field of its resources, and the start of descriptions',
  async (path) => {
    const { owner, otherUser } = site
    const filled = path
      .replace('OWNER', owner.id)
      .replace('OTHER', otherUser.id)
      .replace('ALBUM', made.album)
    const body = await get(site.asOtherUser, filled)
    const found = resourcesIn(body)
    expect(found.length).toBeGreaterThan(0)
    for (const resource of found) expect(missingIn(resource)).toEqual([])
    const listed = found.filter(({ value }) => value !== body && 'description' in value)
    for (const { value } of listed) expect(value.description).toBe(start)
  },
)

test('a track and a playlist on their own have all of their description, and who likes them', async () => {
  const track = await get(site.visitor, '/api/tracks/slug/salt')
  expect(missingIn({ kind: 'track', value: track })).toEqual([])
  expect(track).toMatchObject({ description: long, likes: [{}, {}] })
  for (const path of ['/api/playlists/slug/salts', `/api/playlists/${made.playlist}`])
    expect(await get(site.visitor, path)).toMatchObject({ description: long })
  const edit = { method: 'PUT', body: { title: 'Salt' } } as const
  const playlist = await site.asOwner(edit.method, `/api/playlists/${made.playlist}`, edit)
  expect(await playlist.json()).toMatchObject({ description: long })
})

test('the saved queue has every field of a track, without descriptions', async () => {
  const state = await get<{ tracks: [Values] }>(site.asOtherUser, '/api/player/state')
  const [value] = state.tracks
  expect(missingIn({ kind: 'track', value })).toEqual([])
  expect(value.description).toBeNull()
})

test('users have every field: the profile, the session and the list of the administrator', async () => {
  const session = await get(site.asOwner, '/api/auth/user')
  const users = await get<[Values]>(site.asAdministrator, '/api/users')
  expect(Object.keys(session)).toEqual(expect.arrayContaining([...wholeUser, 'email']))
  expect(Object.keys(users[0])).toEqual(expect.arrayContaining([...wholeUser, 'email']))
  const owner = await get(site.visitor, `/api/users/${site.owner.id}`)
  expect(Object.keys(owner)).toEqual(expect.arrayContaining(profile))
})
