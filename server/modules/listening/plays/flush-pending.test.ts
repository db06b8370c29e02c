import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pendingPlays, tracks } from '#server/database/schema.ts'
import { getAnalytics } from '#server/modules/analytics/service.ts'
import { deleteTrack } from '#server/modules/deletion/service.ts'
import { getTrack, listTracks } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import type { Viewer } from '#server/viewer.ts'
import { createPlayCounter, type PlayCounter } from './counter.ts'
import { flushPendingPlays, startFlushLoop } from './flush-pending.ts'

const database = setUpTestDatabase()
let db: Db
let counter: PlayCounter
let artist: Viewer
beforeAll(async () => {
  db = database.postgres.db
  counter = createPlayCounter(db, 'UTC')
  artist = { id: (await makeUser(db)).id, isAdmin: false }
})
beforeEach(async () => {
  await db.delete(tracks)
})

const make = (flushedPlays = 0) => makeTrack(db, artist.id, { flushedPlays })
const play = ({ id }: { id: string }) =>
  counter.count({
    trackId: id,
    listener: crypto.randomUUID(),
    viewer: undefined,
    source: 'site',
    referrer: null,
  })
const ranked = async ({ id }: { id: string }) =>
  (await db.select().from(tracks).where(eq(tracks.id, id)))[0]?.flushedPlays
const pending = async () => (await db.select().from(pendingPlays)).map(({ plays }) => plays)

/** The counts that every kind of response shows. */
async function shown({ id }: { id: string }): Promise<unknown[]> {
  const { playCount } = await getTrack(db, id, undefined)
  const { items: listed } = await listTracks(db, { limit: 1, sort: 'recent' }, undefined)
  return [playCount, listed[0]?.playCount, (await getAnalytics(db)).totalPlays]
}

test('pending plays: they are included in every displayed count before and after the flush', async () => {
  const track = await make(5)
  await Promise.all([play(track), play(track)])
  expect(await play(track)).toEqual({ counted: true, playCount: 8 })
  expect(await shown(track)).toEqual([8, 8, 8])
  await flushPendingPlays(db)
  expect([await ranked(track), await pending()]).toEqual([8, []])
  expect(await shown(track)).toEqual([8, 8, 8])
})

test('pending plays: concurrent flushes by several servers add each play once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => make()))
  let last = 0
  const listen = async () => {
    for (let times = 0; times < 40; times++) {
      const [response] = await Promise.all(made.map(play))
      // The displayed count never decreases from one response to the next.
      expect(response?.playCount).toBeGreaterThan(last)
      last = response?.playCount ?? 0
    }
  }
  let ended = false
  const add = async () => {
    while (!ended) await flushPendingPlays(db)
  }
  const adding = [add(), add()]
  await listen()
  ended = true
  await Promise.all(adding)
  await flushPendingPlays(db)
  for (const track of made) expect(await ranked(track)).toBe(40)
})

test('pending plays: a locked track is skipped and flushed next time, and blocks no other flush', async () => {
  const [busy, free] = [await make(), await make()]
  await Promise.all([play(busy), play(free)])
  await db.transaction(async (tx) => {
    await tx.update(tracks).set({ title: 'Busy' }).where(eq(tracks.id, busy.id))
    await flushPendingPlays(db)
    expect([await ranked(busy), await ranked(free), await pending()]).toEqual([0, 1, [1]])
  })
  await flushPendingPlays(db)
  expect(await ranked(busy)).toBe(1)
})

test('pending plays: they are deleted with their track', async () => {
  const track = await make()
  await play(track)
  await deleteTrack(db, track.id, artist)
  expect(await pending()).toEqual([])
})

test('pending plays: they neither hide nor repeat a track on the next page', async () => {
  const counts = [4, 3, 2, 1]
  const made = await Promise.all(counts.map((count) => make(count)))
  for (const track of made) for (let more = 0; more < 3; more++) await play(track)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listTracks(db, { limit: 1, sort: 'plays', cursor }, undefined)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(seen).toEqual(made.map(({ id }) => id))
})

test('pending plays: the flush loop flushes them, also after a failure', async () => {
  const track = await make()
  await play(track)
  const failures: unknown[] = []
  const failing = new Proxy(db, {
    get: (target, name, receiver) =>
      name === 'execute' && failures.length === 0
        ? () => Promise.reject(new Error('away'))
        : Reflect.get(target, name, receiver),
  })
  const adding = startFlushLoop(failing, { onFailure: (error) => failures.push(error) })
  await expect.poll(() => ranked(track), { timeout: 20_000 }).toBe(1)
  await adding.stop()
  expect(failures).toHaveLength(1)
})
