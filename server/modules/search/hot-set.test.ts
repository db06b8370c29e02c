import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { topTracks, topTracksLeast, tracks } from '#server/database/schema.ts'
import { countWrongTopTracks } from '#server/modules/doctor/rows-repository.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { rebuildTerms, refreshHotSet } from './maintenance-service.ts'

const site = setUpTestSite()
beforeAll(async () => {
  await makeTracks()
  await rebuildTerms(site.db)
})

const hotSetSize = 800
const words = ['amber', 'basil', 'clove', 'dill', 'dillweed', 'elder', 'fennel', 'ginger']

/** Titles of one to three words, the first of them the most common; random play counts. */
async function makeTracks() {
  const random = (n: number, salt: number) => ((n * 7919 + salt * 104_729) % 1009) / 1009
  const pick = (n: number, salt: number) =>
    words[Math.floor(random(n, salt) ** 2 * words.length)] ?? ''
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    userId: site.owner.id,
    title: [pick(n, 1), pick(n, 2), pick(n, 3)].slice(0, 1 + (n % 3)).join(' '),
    slug: `spice-${n}`,
    audioPath: `/objects/audio/spice-${n}.mp3`,
    tags: n % 400 === 7 ? ['saffron'] : n % 2 === 0 ? ['spice'] : [],
    privacy: n % 9 === 4 ? ('private' as const) : ('public' as const),
    flushedPlays: Math.floor(random(n, 4) ** 3 * 500),
  }))
  for (let from = 0; from < rows.length; from += 250)
    await site.db.insert(tracks).values(rows.slice(from, from + 250))
}

async function found(text: string, limit: number): Promise<string[]> {
  const query = new URLSearchParams({ q: text, limit: String(limit) })
  const response = await site.visitor('GET', `/api/search?${query}`)
  return ((await response.json()) as SearchResults).tracks.map(({ id }) => id)
}

type Row = typeof tracks.$inferSelect

/** The results of a search, by scanning every track. */
function expected(rows: Row[], text: string): string[] {
  const typed = text.split(' ')
  const isMet = (have: string[], word: string, index: number) =>
    have.some((one) => (index === typed.length - 1 ? one.startsWith(word) : one === word))
  return rows
    .map(({ id, title, tags, flushedPlays }) => {
      const tier = title === text ? 0 : title.startsWith(text) ? 1 : 2
      return { id, flushedPlays, tier, have: [...title.split(' '), ...tags] }
    })
    .filter(({ have }) => typed.every((word, index) => isMet(have, word, index)))
    .sort((a, b) => a.tier - b.tier || b.flushedPlays - a.flushedPlays || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

const texts = [
  ...words,
  ...['a', 'd', 'di', 'spice', 's', 'saffron', 'sa'],
  ...['amber basil', 'basil amber', 'amber d', 'clove spice', 'ginger fennel', 'dill dillweed'],
  ...['amber amber amber', 'basil clove d', 'elder saffron', 'spice ginger'],
]

async function expectSameAsFullSearch() {
  const rows = await site.db.select().from(tracks).where(eq(tracks.privacy, 'public'))
  for (const text of texts)
    for (const limit of [2, 10, 50])
      expect(await found(text, limit), `${text}, ${limit}`).toEqual(
        expected(rows, text).slice(0, limit),
      )
}

const numberOfTop = () => site.db.$count(topTracks)
const findLeast = async () => (await site.db.select().from(topTracksLeast))[0]

test('hot set: it contains all public tracks while they are few', async () => {
  await refreshHotSet(site.db)
  expect(await findLeast()).toBeUndefined()
  expect(await numberOfTop()).toBe(await site.db.$count(tracks, eq(tracks.privacy, 'public')))
  await expectSameAsFullSearch()
})

test('hot set: it contains the most played tracks, and results equal a full search', async () => {
  await refreshHotSet(site.db, hotSetSize)
  expect(await numberOfTop()).toBe(hotSetSize)
  expect(await countWrongTopTracks(site.db)).toBe(0)
  await expectSameAsFullSearch()
})

test('hot set: it is not replaced while its size is about right', async () => {
  const least = await findLeast()
  await refreshHotSet(site.db, hotSetSize + 100)
  expect(await findLeast()).toEqual(least)
})

test('hot set: it follows plays, titles, privacy, names and deletions', async () => {
  const { db } = site
  const user = await makeUser(db, { displayName: 'Sorrel' })
  const risen = await makeTrack(db, user.id, { title: 'Unheard Amber', flushedPlays: 0 })
  const isTop = async (id: string) => (await db.$count(topTracks, eq(topTracks.trackId, id))) === 1
  const change = (to: Partial<typeof tracks.$inferInsert>) =>
    db.update(tracks).set(to).where(eq(tracks.id, risen.id))
  expect(await isTop(risen.id)).toBe(false)
  for (const [to, isThere] of [
    [{ flushedPlays: 100_000 }, true],
    [{ title: 'Heard Amber' }, true],
    [{ privacy: 'unlisted' }, false],
    [{ privacy: 'public' }, true],
    [{ likeCount: 3 }, true],
    [{ flushedPlays: 0 }, false],
    [{ flushedPlays: 200_000, title: 'Amber' }, true],
  ] as const) {
    await change(to)
    expect(await isTop(risen.id), JSON.stringify(to)).toBe(isThere)
    expect(await countWrongTopTracks(db)).toBe(0)
  }
  await db.execute(sql`update users set display_name = 'Lovage' where id = ${user.id}`)
  expect(await countWrongTopTracks(db)).toBe(0)
  expect((await found('lovage', 10))[0]).toBe(risen.id)
  await db.delete(tracks).where(eq(tracks.id, risen.id))
  expect(await isTop(risen.id)).toBe(false)
  await expectSameAsFullSearch()
})

test('hot set: it is replaced after many deletions', async () => {
  const { db } = site
  await db.execute(
    sql`delete from tracks where id in (select track_id from top_tracks limit ${hotSetSize - 50})`,
  )
  await refreshHotSet(db, hotSetSize)
  expect(await numberOfTop()).toBe(hotSetSize)
  expect(await countWrongTopTracks(db)).toBe(0)
  await expectSameAsFullSearch()
})
