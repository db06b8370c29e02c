import { inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { likes, removals, tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser, type TrackRow } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
const made = {} as Record<'public' | 'unlisted' | 'private', TrackRow>

beforeAll(async () => {
  for (const privacy of ['public', 'unlisted', 'private'] as const)
    made[privacy] = await makeTrack(site.db, site.owner.id, { privacy, slug: `made-${privacy}` })
})

const json = async <T>(response: Response) => (await response.json()) as T
const titles = (list: Track[]) => list.map((track) => track.title)

test('reading a track: it is found by slug and by id, with its uploader but not their email', async () => {
  for (const name of [made.public.slug, made.public.id, made.public.id.toUpperCase()]) {
    const response = await site.visitor('GET', `/api/tracks/slug/${name}`)
    expect(response.status).toBe(200)
    expect(await json<Track>(response)).toMatchObject({
      id: made.public.id,
      playCount: 0,
      likes: [],
      user: { id: site.owner.id, displayName: 'Ines Calder', username: site.owner.username },
    })
  }
})

test('reading a track: public and unlisted tracks are visible to everyone, private ones are not', async () => {
  const status = async (call: Caller, privacy: keyof typeof made) =>
    (await call('GET', `/api/tracks/slug/${made[privacy].slug}`)).status
  for (const call of [site.visitor, site.asOtherUser]) {
    expect(await status(call, 'unlisted')).toBe(200)
    expect(await status(call, 'private')).toBe(404)
  }
  for (const call of [site.asOwner, site.asAdministrator])
    expect(await status(call, 'private')).toBe(200)
})

test('reading a track: hidden and missing tracks get the same response', async () => {
  const hidden = await site.visitor('GET', `/api/tracks/slug/${made.private.id}`)
  const missing = await site.visitor('GET', '/api/tracks/slug/no-such-track')
  expect(missing.status).toBe(404)
  expect(await hidden.json()).toEqual(await missing.json())
})

test.each([
  ['a NUL', '%00'],
  ['a slash', 'a%2Fb'],
  ['a way up', '..%2F..'],
  ['a picture', '%F0%9F%8E%B5'],
  ['half a letter', '%F0%9F'],
  ['10 kB', 'x'.repeat(10_000)],
  ['SQL', "'; drop table tracks"],
])('reading a track: %s is not found', async (_what, slug) => {
  const { status } = await site.visitor('GET', `/api/tracks/slug/${slug}`)
  expect([400, 404]).toContain(status)
})

test('reading a track: the likes start with the viewer, then the newest, at most 50', async () => {
  const track = await makeTrack(site.db, site.owner.id, { privacy: 'unlisted', likeCount: 61 })
  const others = await Promise.all(Array.from({ length: 60 }, () => makeUser(site.db)))
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  await site.db.insert(likes).values([
    { trackId: track.id, userId: site.otherUser.id, createdAt: at(0) },
    ...others.map((user, index) => ({
      trackId: track.id,
      userId: user.id,
      createdAt: at(index + 1),
    })),
  ])
  const newest = others.map((user) => user.id).reverse()
  const shown = await json<Track>(await site.asOtherUser('GET', `/api/tracks/slug/${track.id}`))
  expect(shown.likeCount).toBe(61)
  expect(shown.likes.map((like) => like.userId)).toEqual([
    site.otherUser.id,
    ...newest.slice(0, 49),
  ])
  const toVisitor = await json<Track>(await site.visitor('GET', `/api/tracks/slug/${track.id}`))
  expect(toVisitor.likes.map((like) => like.userId)).toEqual(newest.slice(0, 50))
})

test("listing tracks: the list has public tracks, users' own, and for the administrator all", async () => {
  const slugs = async (call: Caller, query = '') =>
    (await json<Track[]>(await call('GET', `/api/tracks${query}`)))
      .map((track) => track.slug)
      .filter((slug) => slug.startsWith('made-'))
  const all = ['made-private', 'made-unlisted', 'made-public']
  for (const call of [site.visitor, site.asOtherUser, site.asOwner])
    expect(await slugs(call)).toEqual(['made-public'])
  expect(await slugs(site.asAdministrator)).toEqual(all)
  expect(await slugs(site.asOwner, `?userId=${site.owner.id}`)).toEqual(all)
  expect(await slugs(site.asOtherUser, `?userId=${site.owner.id}`)).toEqual(['made-public'])
  expect(await slugs(site.asAdministrator, `?userId=${site.owner.id}`)).toEqual(all)
})

test('listing tracks: an administrator lists those of one privacy, what is scheduled, or what was removed', async () => {
  const removed = await makeTrack(site.db, site.owner.id, {
    privacy: 'private',
    slug: 'made-removed',
  })
  await site.db.insert(removals).values({ trackId: removed.id, privacy: 'public', reason: 'Spam.' })
  const scheduled = await makeTrack(site.db, site.owner.id, {
    privacy: 'private',
    publishAt: new Date(Date.now() + 3_600_000),
    slug: 'made-scheduled',
  })
  const slugs = async (call: Caller, show: string) =>
    (await json<Track[]>(await call('GET', `/api/tracks?show=${show}`)))
      .map((track) => track.slug)
      .filter((slug) => slug.startsWith('made-'))
  expect(await slugs(site.asAdministrator, 'unlisted')).toEqual(['made-unlisted'])
  expect(await slugs(site.asAdministrator, 'removed')).toEqual(['made-removed'])
  expect(await slugs(site.asAdministrator, 'scheduled')).toEqual(['made-scheduled'])
  expect(await slugs(site.asAdministrator, 'private')).not.toContain('made-scheduled')
  expect(await slugs(site.asOwner, 'removed')).toEqual([])
  expect(await slugs(site.visitor, 'private')).toEqual([])
  await site.db.delete(tracks).where(inArray(tracks.id, [removed.id, scheduled.id]))
})

test('listing tracks: each track carries the like of the viewer and no other', async () => {
  const track = await makeTrack(site.db, site.owner.id, { likeCount: 2 })
  await site.db.insert(likes).values([
    { trackId: track.id, userId: site.otherUser.id },
    { trackId: track.id, userId: site.owner.id },
  ])
  const likesIn = async (call: Caller) =>
    (await json<Track[]>(await call('GET', '/api/tracks'))).find(({ id }) => id === track.id)?.likes
  expect(await likesIn(site.visitor)).toEqual([])
  expect(await likesIn(site.asAdministrator)).toEqual([])
  expect(await likesIn(site.asOtherUser)).toEqual([{ userId: site.otherUser.id }])
})

test.each(['recent', 'plays', 'likes'])(
  'listing tracks: pages sorted by %s contain every track once',
  async (sort) => {
    const artist = await makeUser(site.db)
    // Pairs with equal values, which the id must order.
    const rows = Array.from({ length: 11 }, (_, index) => {
      const rank = Math.floor(index / 2)
      return {
        title: `t${rank}`,
        flushedPlays: rank,
        likeCount: rank,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, rank)),
      }
    })
    for (const row of rows) await makeTrack(site.db, artist.id, row)
    const seen: Track[] = []
    let next: string | undefined = `/api/tracks?limit=3&sort=${sort}&userId=${artist.id}`
    let pages = 0
    while (next) {
      const response = await site.visitor('GET', next)
      const page = await json<Track[]>(response)
      expect(page.length).toBeLessThanOrEqual(3)
      seen.push(...page)
      pages += 1
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(pages).toBe(4)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(11)
    expect(titles(seen)).toEqual(rows.map((row) => row.title).reverse())
  },
)

test('listing tracks: filters match the genre, and a substring of the title or the uploader’s name', async () => {
  const artist = await makeUser(site.db, { displayName: 'Kestrel 100% Live' })
  await makeTrack(site.db, artist.id, { title: 'Under_Score', genre: 'jazz' })
  await makeTrack(site.db, artist.id, { title: 'UnderXscore', genre: null })
  const find = async (query: Record<string, string>) =>
    titles(
      await json<Track[]>(
        await site.visitor(
          'GET',
          `/api/tracks?${new URLSearchParams({ ...query, userId: artist.id })}`,
        ),
      ),
    )
  expect(await find({ genre: 'jazz' })).toEqual(['Under_Score'])
  expect(await find({ genre: 'other' })).toEqual(['UnderXscore'])
  expect(await find({ q: 'under_sc' })).toEqual(['Under_Score'])
  expect(await find({ q: 'TREL 100% l' })).toHaveLength(2)
  expect(await find({ q: '100_' })).toEqual([])
  expect(await find({ q: 'nothing like it' })).toEqual([])
})

test.each([
  'limit=0',
  'limit=1001',
  'limit=ten',
  'sort=best',
  'show=all',
  'genre=Polka',
  'userId=me',
  'cursor=abc',
  `cursor=${Buffer.from('["recent","0000-01-01T00:00:00Z","x"]').toString('base64url')}`,
  'q=%00',
  `q=${'x'.repeat(201)}`,
  'page=2',
])('listing tracks: %s is rejected with one sentence', async (query) => {
  const response = await site.visitor('GET', `/api/tracks?${query}`)
  expect(response.status).toBe(400)
  expect((await json<{ message: string }>(response)).message).toMatch(/\S/)
})

test('listing tracks: the cursor of another sort is rejected', async () => {
  await makeTrack(site.db, site.owner.id)
  const response = await site.visitor('GET', '/api/tracks?limit=1')
  const cursor = /cursor=([\w-]+)/.exec(response.headers.get('link') ?? '')?.[1]
  expect(cursor).toBeDefined()
  const other = await site.visitor('GET', `/api/tracks?limit=1&sort=plays&cursor=${cursor}`)
  expect(other.status).toBe(400)
})

test('listing tracks: without a limit the page has 1,000 tracks and a link to the next page', async () => {
  const artist = await makeUser(site.db)
  const asArtist = await site.as(artist)
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    userId: artist.id,
    privacy: 'unlisted' as const,
    title: `n${index}`,
    slug: `n${index}`,
    audioPath: `n${index}`,
  }))
  await site.db.insert(tracks).values(rows)
  const first = await asArtist('GET', `/api/tracks?userId=${artist.id}`)
  expect(await json<Track[]>(first)).toHaveLength(1000)
  const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(await json<Track[]>(await asArtist('GET', next))).toHaveLength(1)
})
