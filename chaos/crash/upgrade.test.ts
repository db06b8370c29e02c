import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrateUpTo } from '#server/database/migrate.ts'
import { makePlaylist } from '#server/testing/factories.ts'
import { startServerProcess } from '#server/testing/server-process.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeSite, type Site } from '../site.ts'
import {
  holderOf,
  loseConnection,
  openClient,
  startOver,
  tablesOf,
  untilNobodyMigrates,
} from './tables.ts'

const deaths = repetitions(4, 1)
const rounds = Array.from({ length: repetitions(6, 1) }, (_, round) => round)
const people = 5

for (const round of rounds)
  test(`an older site, killed ${deaths} time(s) during its migrations, upgrades without losing rows, round ${round} (seed ${seed})`, async () => {
    const chance = seededRandom(`upgrade ${round}`)
    const site = await makeSite()
    const client = await openClient(site)
    const whole = await tablesOf(client)
    await client.query(startOver)
    await migrateUpTo({ url: site.databaseUrl }, chance.among(olderVersions()))
    const sid = await fill(site)
    const [tables, rows] = [await tablesOf(client), await rowsOf(client)]
    for (let death = 0; death < deaths; death++) {
      await killHalfWay(site, client, chance)
      expect([await tablesOf(client), await rowsOf(client)]).toEqual([tables, rows])
    }
    await site.start()
    expect(await tablesOf(client)).toEqual(whole)
    // A newer version may add columns.
    expect(await rowsOf(client)).toMatchObject(rows)
    await expectInUse(site, sid)
    await expectIntegrity(site)
  }, 300_000)

/** The factories need the columns that exist since this migration. */
const firstWithTheseRows = '0005_title-parts'

function olderVersions(): number[] {
  const folder = path.join(import.meta.dirname, '../../server/database/migrations')
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  const first = journal.entries.findIndex(({ tag }) => tag === firstWithTheseRows)
  return journal.entries.slice(first, -1).map(({ when }) => when)
}

async function fill(site: Site): Promise<string> {
  let sid = ''
  for (let one = 0; one < people; one++) {
    const person = await site.person()
    const tracks = [await site.track(person.id), await site.track(person.id)]
    const trackIds = tracks.map(({ id }) => id)
    await makePlaylist(site.db, person.id, trackIds)
    sid = person.sid
  }
  return sid
}

/** Rows created by users, without derived tables. */
async function rowsOf(client: pg.Client): Promise<unknown[]> {
  const kept = ['users', 'tracks', 'playlists', 'playlist_tracks', 'uploads', 'sessions']
  const found: unknown[] = []
  for (const table of kept)
    found.push(
      (await client.query(`select to_jsonb(kept) as row from ${table} kept order by 1`)).rows,
    )
  return found
}

/** A concurrent lock on a table that newer migrations change blocks the migration; then its server or connection is killed. */
async function killHalfWay(site: Site, client: pg.Client, chance: SeededRandom): Promise<void> {
  const other = await openClient(site)
  const held = chance.among(['tracks in access share', 'users in row exclusive'])
  await other.query(`begin; lock table ${held} mode`)
  const server = await startServerProcess(site.dataDir, { DATABASE_URL: site.databaseUrl })
  const waits = async () => (await holderOf(client))?.waits
  await expect.poll(waits, { timeout: 60_000, interval: 5 }).toBe(true)
  if (chance.among([true, false])) server.signal('SIGKILL')
  else await loseConnection(client)
  await server.exitCode()
  await other.query('rollback')
  await untilNobodyMigrates(client)
}

async function expectInUse({ url, callerAt, visitor }: Site, sid: string): Promise<void> {
  const call = callerAt(url, sid)
  expect((await call('GET', '/api/auth/user')).status).toBe(200)
  expect((await call('POST', '/api/playlists', { body: { title: 'New' } })).status).toBe(201)
  const found = await visitor('GET', '/api/search?q=salt')
  expect(((await found.json()) as { tracks: unknown[] }).tracks.length).toBeGreaterThan(0)
  const listed = (await (await visitor('GET', '/api/tracks?limit=50')).json()) as unknown[]
  expect(listed).toHaveLength(2 * people)
}
