import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { feedChanges, playlists, tracks, users } from '#server/database/schema.ts'
import { purgeExpired } from '#server/modules/housekeeping/repository.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import { makePlaylist, makeTrack, makeTracks, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { findPlaylistItems, findProfileItems } from './repository.ts'
import { openPlaylistFeed, openProfileFeed } from './service.ts'

const site = setUpTestSite()

const readFeed = (path: string, headers: Record<string, string> = {}) =>
  site.visitor('GET', path, { headers })
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await readFeed(path, headers)).status

/** A size, so that no file is needed. */
const sized = { audioBytes: 1000 }

type Change = { title: string; run(fixtures: Fixtures): Promise<unknown> }
type Fixtures = Awaited<ReturnType<typeof makeFixtures>>
async function makeFixtures() {
  const user = await makeUser(site.db)
  const [track, other] = [
    await makeTrack(site.db, user.id, sized),
    await makeTrack(site.db, user.id, { ...sized, privacy: 'private' }),
  ]
  const playlist = await makePlaylist(site.db, site.owner.id, [track.id, other.id])
  return { user, track, other, playlist }
}
const setTrack = (id: string, values: Partial<typeof tracks.$inferInsert>) =>
  site.db.update(tracks).set(values).where(eq(tracks.id, id))

const changes: Change[] = [
  { title: 'a new title', run: ({ track }) => setTrack(track.id, { title: 'New' }) },
  {
    title: 'a track that becomes private',
    run: ({ track }) => setTrack(track.id, { privacy: 'private' }),
  },
  {
    title: 'a track that becomes public',
    run: ({ other }) => setTrack(other.id, { privacy: 'public' }),
  },
  { title: 'an AAC rendition', run: ({ track }) => setTrack(track.id, { aacBytes: 500 }) },
  {
    title: 'a deleted track',
    run: ({ track }) => site.db.delete(tracks).where(eq(tracks.id, track.id)),
  },
  {
    title: 'a new name of the artist',
    run: ({ user }) =>
      site.db
        .update(users)
        .set({ displayName: 'New', updatedAt: new Date() })
        .where(eq(users.id, user.id)),
  },
]
test.each(changes)(
  'feeds: $title changes ETag and Last-Modified of the profile and of playlists',
  async ({ run }) => {
    const fixtures = await makeFixtures()
    // Backdates everything by a day, because Last-Modified has a precision of seconds.
    const before = new Date(Date.now() - 86_400_000)
    await site.db.update(feedChanges).set({ changedAt: before })
    await site.db.update(users).set({ updatedAt: before })
    await site.db.update(playlists).set({ updatedAt: before })
    const paths = [
      `/profile/${fixtures.user.id}/feed.xml`,
      `/playlist/${fixtures.playlist.id}/feed.xml`,
    ]
    const validators = async (path: string) => {
      const { headers } = await readFeed(path)
      const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
      return { etag: { 'if-none-match': etag }, time: { 'if-modified-since': modified } }
    }
    const known = await Promise.all(paths.map(validators))
    await setTrack(fixtures.track.id, { flushedPlays: 5, likeCount: 1 })
    for (const [index, path] of paths.entries())
      for (const headers of Object.values(known[index] ?? {}))
        expect(await statusOf(path, headers), path).toBe(304)
    await run(fixtures)
    for (const [index, path] of paths.entries())
      for (const headers of Object.values(known[index] ?? {}))
        expect(await statusOf(path, headers), path).toBe(200)
  },
)

test('feeds: another URL or name of the site changes the ETag, because both are in the feed', async () => {
  const { user, playlist } = await makeFixtures()
  const sites = [
    { publicUrl: 'http://radio.example', brandName: 'Radio' },
    { publicUrl: 'https://radio.example', brandName: 'Radio' },
    { publicUrl: 'https://radio.example', brandName: 'Night Radio' },
  ]
  for (const open of [
    (of: (typeof sites)[number]) => openProfileFeed({ db: site.db, site: of }, user.id),
    (of: (typeof sites)[number]) => openPlaylistFeed({ db: site.db, site: of }, playlist.id),
  ]) {
    const etags = await Promise.all(sites.map(async (of) => (await open(of)).etag))
    expect(new Set(etags).size).toBe(3)
  }
})

test('feeds: 304 needs no query of tracks', async () => {
  const { user, playlist } = await makeFixtures()
  const paths = [`/profile/${user.id}/feed.xml`, `/playlist/${playlist.id}/feed.xml`]
  const etags = await Promise.all(
    paths.map(async (path) => (await readFeed(path)).headers.get('etag') ?? ''),
  )
  await site.db.transaction(async (lock) => {
    await lock.execute('lock table tracks, playlist_tracks in access exclusive mode')
    for (const [index, path] of paths.entries())
      expect(await statusOf(path, { 'if-none-match': etags[index] ?? '' })).toBe(304)
  })
})

test('feeds: a feed is rendered once until it changes, each page and each encoding of it', async () => {
  const { user, playlist } = await makeFixtures()
  const paths = [`/profile/${user.id}/feed.xml`, `/playlist/${playlist.id}/feed.xml`]
  const read = (path: string, encoding: string) =>
    site
      .visitor('GET', path, { headers: { 'accept-encoding': encoding } })
      .then(async (response) => [response.status, await response.text()])
  const requests = paths.flatMap((path) =>
    ['gzip', 'identity'].map((encoding) => [path, encoding] as const),
  )
  const first = await Promise.all(requests.map((request) => read(...request)))
  expect(first[0]).toEqual(first[1])
  await site.db.transaction(async (lock) => {
    await lock.execute('lock table tracks, playlist_tracks in access exclusive mode')
    for (const [index, request] of requests.entries())
      expect(await read(...request)).toEqual(first[index])
  })
  await makeTrack(site.db, user.id, { title: 'Another one', audioBytes: 1000 })
  expect((await read(paths[0] ?? '', 'gzip'))[1]).toContain('<title>Another one</title>')
  const beyond = encodeCursor('feed', new Date('2000-01-01T00:00:00.000Z'), user.id)
  const [, older] = await read(`${paths[0]}?cursor=${beyond}`, 'gzip')
  expect(older).not.toContain('<item>')
})

test('feeds: items are read in the order of an index, without sorting and without reading whole tables', async () => {
  const { user, playlist } = await makeFixtures()
  const page = { after: { value: new Date().toISOString(), id: user.id }, limit: 301 }
  const client = await site.postgres.pool.connect()
  try {
    // Otherwise the planner would read such a small table as a whole.
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
    for (const [query, index] of [
      [findProfileItems(site.db, user.id, page), /Scan using tracks_\w+ on tracks/],
      [findPlaylistItems(site.db, playlist.id, page), /Scan using playlist_tracks_newest/],
    ] as const) {
      const { sql, params } = query.toSQL()
      const { rows } = await client.query(`explain ${sql}`, params)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Sort|Seq Scan/)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('feeds: housekeeping leaves the last change of each feed, and none of feeds that are gone', async () => {
  const { user, track, playlist } = await makeFixtures()
  await setTrack(track.id, { title: 'Newer' })
  await site.db.update(feedChanges).set({ changedAt: new Date(Date.now() - 7_200_000) })
  await purgeExpired(site.db)
  const count = (id: string) => site.db.$count(feedChanges, eq(feedChanges.feedId, id))
  expect([await count(user.id), await count(playlist.id)]).toEqual([1, 1])
  await site.db.delete(playlists).where(eq(playlists.id, playlist.id))
  await site.db.update(feedChanges).set({ changedAt: new Date(Date.now() - 7_200_000) })
  await purgeExpired(site.db)
  expect(await count(playlist.id)).toBe(0)
})

test('feeds: the largest page is bounded, and concurrent requests render it once', async () => {
  const user = await makeUser(site.db)
  const description = '&'.repeat(limits.maxDescriptionLength)
  await makeTracks(
    site.db,
    Array.from({ length: 300 }, () => ({ userId: user.id, description, audioBytes: null })),
  )
  const file = { size: 1000, modified: new Date(), etag: '' }
  const stat = vi.spyOn(site.store, 'stat').mockResolvedValue(file)
  onTestFinished(() => stat.mockRestore())
  const read = async () => (await site.visitor('GET', `/profile/${user.id}/feed.xml`)).text()
  const [xml = ''] = await Promise.all([read(), read(), read()])
  expect(xml.split('<item>')).toHaveLength(301)
  expect(xml.length).toBeLessThan(6_000_000)
  await read()
  expect(stat).toHaveBeenCalledTimes(300)
})
