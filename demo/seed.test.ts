import { buffer } from 'node:stream/consumers'
import { count, eq, isNull, ne, sum } from 'drizzle-orm'
import { parseBuffer } from 'music-metadata'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import { imageWidths } from '#contract/limits.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import {
  accounts,
  dailyPlays,
  follows,
  likes,
  playlists,
  reposts,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import { audioKey, imageObject, uploadKey } from '#server/shared/object-keys.ts'
import { makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import type { Fixtures } from './fixtures/fixtures.ts'
import type { DemoArtist, DemoTrack } from './fixtures/types.ts'
import { type DemoDeps, seedDemo } from './seed.ts'
import { removeUnownedUploads } from './store-files.ts'

const track = (title: string, overrides: Partial<DemoTrack> = {}): DemoTrack => ({
  title,
  description: 'Two violins, one broken tape machine.',
  genre: 'folk',
  tags: ['violin'],
  style: 'waltz',
  key: 'D major',
  bpm: 960,
  seconds: 4,
  hoursAgo: 30,
  plays: 40,
  likes: 9,
  ...overrides,
})

const smallFixtures: Fixtures = {
  artists: [
    {
      username: 'marenvoss',
      displayName: 'Maren Voss',
      bio: 'Fiddle player.',
      location: 'Bergen',
      portrait: 'portrait-maren',
      joinedDaysAgo: 20,
      tracks: [track('Hinge', { artwork: 'hinge' }), track('Door', { hoursAgo: 3, likes: 4 })],
    },
    {
      username: 'tinorchard',
      displayName: 'Tin Orchard',
      bio: 'Instruments made of tin.',
      location: 'Hawke’s Bay',
      joinedDaysAgo: 9,
      tracks: [track('Loom', { style: 'workshop' }), track('Shed', { privacy: 'private' })],
    },
  ],
  playlists: [
    {
      owner: 'tinorchard',
      title: 'Wood and Gut',
      cover: 'playlist-bench-tests',
      daysAgo: 2,
      tracks: ['Loom', 'Hinge'],
    },
  ],
  listeners: 20,
}

const administrator = 'admin@localhost'
const site = setUpTestApp()

const db = () => site.postgres.db
const deps = (overrides: Partial<DemoDeps> = {}): DemoDeps => ({
  postgres: site.postgres,
  store: site.store,
  administrators: { emails: [administrator], userIds: [] },
  report: () => {},
  ...overrides,
})
const get = async <T>(path: string) => (await (await site.visitor('GET', path)).json()) as T
const keysInStore = async () => {
  const keys: string[] = []
  for (const prefix of ['audio/', 'images/'])
    for await (const { key } of site.store.list(prefix)) keys.push(key)
  return keys
}

/** The rows and object keys that the demo writes. */
async function snapshot() {
  return {
    users: await db().select().from(users).orderBy(users.id),
    tracks: await db().select().from(tracks).orderBy(tracks.id),
    uploads: await db().select().from(uploads).orderBy(uploads.id),
    likes: await db().$count(likes),
    keys: (await keysInStore()).sort(),
  }
}

const expectRefusal = async (message: string) => {
  const before = await snapshot()
  await expect(seedDemo(deps(), smallFixtures)).rejects.toThrow(message)
  expect(await snapshot()).toEqual(before)
}

test('demo: an instance with users or tracks is refused and not changed', async () => {
  const user = await makeUser(db())
  await expectRefusal('this instance is in use (1 user besides the administrator, 0 tracks)')
  const made = await makeTrack(db(), user.id)
  await expectRefusal('1 track)')
  await db().delete(users).where(eq(users.id, user.id))
  expect(await db().$count(tracks, eq(tracks.id, made.id))).toBe(0)
})

test('demo: an instance with an account that never signed in is refused', async () => {
  const account = { email: 'ines@example.org', passwordHash: '', displayName: 'Ines' }
  await db().insert(accounts).values(account)
  await expectRefusal('1 user besides the administrator')
  await db().delete(accounts)
})

test('demo: it finishes what it began although somebody signs up while files are rendered', async () => {
  let guest: Promise<UserRow> | undefined
  const store: DemoDeps['store'] = {
    ...site.store,
    write: async (...options) => {
      guest ??= makeUser(db())
      await guest
      return site.store.write(...options)
    },
  }
  const withoutAudio = { ...smallFixtures, artists: smallFixtures.artists.map(withoutTracks) }
  const summary = await seedDemo(deps({ store }), { ...withoutAudio, playlists: [] })
  expect(summary.artists).toBe(2)
  const names = (await snapshot()).users.map(({ username }) => username)
  expect(names).toEqual(expect.arrayContaining(['marenvoss', (await guest)?.username]))
  await db().delete(users)
  await removeUnownedUploads({ db: db(), store: site.store })
})

test('demo: a name of the demo that is taken meanwhile ends it with a sentence, and it cleans up', async () => {
  let taken: Promise<UserRow> | undefined
  const store: DemoDeps['store'] = {
    ...site.store,
    write: async (...options) => {
      taken ??= makeUser(db(), { username: 'marenvoss' })
      await taken
      return site.store.write(...options)
    },
  }
  const withoutAudio = { ...smallFixtures, artists: smallFixtures.artists.map(withoutTracks) }
  await expect(seedDemo(deps({ store }), withoutAudio)).rejects.toThrow('somebody took the name')
  const after = await snapshot()
  expect(after.users).toEqual([await taken])
  expect([after.uploads, after.keys]).toEqual([[], []])
  await db().delete(users)
})

test('demo: without the ADMIN_EMAILS of the server it names the setting and the account', async () => {
  const account = { email: 'ines@example.org', passwordHash: '', displayName: 'Ines' }
  await db().insert(accounts).values(account)
  await expectRefusal(
    'If ines@example.org is the administrator, set ADMIN_EMAILS as for the server: here it is admin@localhost.',
  )
  await db().delete(accounts)
})

test('demo: a failing object store leaves neither rows nor files', async () => {
  let writes = 0
  const store: DemoDeps['store'] = {
    ...site.store,
    write: async (...options) => {
      writes++
      if (writes > 6) throw new Error('disk failure')
      return site.store.write(...options)
    },
  }
  await expect(seedDemo(deps({ store }), smallFixtures)).rejects.toThrow('disk failure')
  expect(await db().$count(users)).toBe(0)
  expect(await keysInStore()).toEqual([])
})

describe('demo: a seeded instance', () => {
  beforeAll(async () => {
    // The leftover of a killed run, and the administrator, who always exists.
    const id = '7c1f1c54-1111-4111-8111-000000000001'
    await db()
      .insert(uploads)
      .values({ id, key: uploadKey(id) })
    const leftover = Buffer.from('partial file')
    await site.store.write(audioKey(id, 'mp3'), leftover, { contentType: 'audio/mpeg' })
    await makeUser(db(), { email: administrator, emailVerified: true })
    const summary = await seedDemo(deps({ withReposts: true }), smallFixtures)
    expect(summary).toEqual({ artists: 2, listeners: 20, tracks: 4, playlists: 1 })
  }, 180_000)

  test('demo: where reposts are on, artists repost public tracks of others', async () => {
    const reposted = await db()
      .select({ privacy: tracks.privacy, owner: tracks.userId, by: reposts.userId })
      .from(reposts)
      .innerJoin(tracks, eq(tracks.id, reposts.trackId))
    expect(new Set(reposted.map(({ by }) => by)).size).toBe(2)
    for (const { privacy, owner, by } of reposted) {
      expect(privacy).toBe('public')
      expect(owner).not.toBe(by)
    }
  })

  test('demo: the API lists the seeded tracks, newest first', async () => {
    const { recent, trending } = await get<Discovery>('/api/discover')
    expect(recent.map(({ title }) => title)).toEqual(['Door', 'Loom', 'Hinge'].sort(byAge))
    expect(trending).toHaveLength(3)
    const hinge = await get<Track>('/api/tracks/slug/hinge')
    expect(hinge).toMatchObject({ likeCount: 9, playCount: 40, artist: 'Maren Voss' })
    expect(hinge.user.profileImageUrl).toMatch(/^\/api\/users\/.*\/avatar/)
    expect((await site.visitor('GET', '/api/tracks/slug/shed')).status).toBe(404)
  })

  test('demo: audio is playable and as long as the track says', async () => {
    const { id, duration } = await get<Track>('/api/tracks/slug/loom')
    const response = await site.visitor('GET', `/api/tracks/${id}/audio`)
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    const { format } = await parseBuffer(new Uint8Array(await response.arrayBuffer()), undefined, {
      duration: true,
    })
    expect(Math.abs((format.duration ?? 0) - (duration ?? 0))).toBeLessThan(1)
  })

  test('demo: artwork, avatars and covers exist in every width', async () => {
    const [hinge] = await db().select().from(tracks).where(eq(tracks.slug, 'hinge'))
    const [maren] = await db().select().from(users).where(eq(users.username, 'marenvoss'))
    const [list] = await db().select().from(playlists)
    for (const path of [hinge?.artworkPath, maren?.profileImageUrl, list?.coverPath])
      for (const width of imageWidths) {
        const found = imageObject(path ?? '', width)
        const body = found && (await site.store.read(found.key))
        expect(body && (await buffer(body)).length).toBeGreaterThan(100)
      }
  })

  test('demo: counters equal the rows they count', async () => {
    const counted = await db()
      .select({ has: tracks.likeCount, rows: count(likes.id), slug: tracks.slug })
      .from(tracks)
      .leftJoin(likes, eq(likes.trackId, tracks.id))
      .groupBy(tracks.id)
    for (const { has, rows, slug } of counted) expect([slug, rows]).toEqual([slug, has])
    const list = await get<PlaylistDetail>('/api/playlists/slug/wood-and-gut')
    expect([list.trackCount, list.playlistTracks.length]).toEqual([2, 2])
    const [plays] = await db()
      .select({ all: sum(tracks.flushedPlays) })
      .from(tracks)
    const [daily] = await db()
      .select({ all: sum(dailyPlays.plays) })
      .from(dailyPlays)
    expect(daily?.all).toBe(plays?.all)
    expect(await db().$count(follows)).toBeGreaterThan(3)
    expect(await db().$count(likes)).toBeGreaterThan(0)
  })

  test('demo: every stored file has an owner, and no other file is stored', async () => {
    expect(await db().$count(uploads, ne(uploads.state, 'used'))).toBe(0)
    expect(await db().$count(uploads, isNull(uploads.userId))).toBe(0)
    const rows = await db().select().from(uploads)
    expect(rows.filter(({ kind }) => kind === 'audio')).toHaveLength(4)
    expect(await keysInStore()).toHaveLength(4 + 3 * imageWidths.length)
  })

  test('demo: no one can sign in as a demo user', async () => {
    const demoUsers = await db().select().from(users).where(eq(users.issuer, 'demo'))
    expect(demoUsers).toHaveLength(22)
    expect(demoUsers.every(({ email }) => email === null)).toBe(true)
    expect(await db().$count(accounts)).toBe(0)
  })

  test('demo: a second run is refused and changes nothing', async () => {
    const before = await snapshot()
    await expect(seedDemo(deps(), smallFixtures)).rejects.toThrow('is in use')
    expect(await snapshot()).toEqual(before)
  })
})

function withoutTracks(artist: DemoArtist): DemoArtist {
  return { ...artist, tracks: [] }
}

function byAge(one: string, other: string): number {
  const hours = new Map(
    smallFixtures.artists.flatMap((a) => a.tracks.map((t) => [t.title, t.hoursAgo])),
  )
  return (hours.get(one) ?? 0) - (hours.get(other) ?? 0)
}
