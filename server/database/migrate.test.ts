import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { quickStart } from '#server/testing/server-process.ts'
import { lastMigration, migrate, migrateUpTo } from './migrate.ts'

let database: TestDatabase
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'soundpost-migrations-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  database = await createTestDatabase()
  await database.postgres.pool.query('drop schema drizzle cascade')
})
afterEach(() => database.drop())

/** A migrations folder as drizzle-kit writes it, with these statements one after the other. */
function migrations(...statements: string[]): string {
  return migrationsAt(statements.map((statement, idx) => [idx + 1, statement]))
}

function migrationsAt(statements: [when: number, statement: string][]): string {
  const made = mkdtempSync(path.join(folder, 'set-'))
  mkdirSync(path.join(made, 'meta'))
  const entries = statements.map(([when], idx) => ({
    idx,
    version: '7',
    when,
    tag: `${idx}`,
    breakpoints: true,
  }))
  writeFileSync(
    path.join(made, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  statements.forEach(([, statement], idx) => {
    writeFileSync(path.join(made, `${idx}.sql`), statement)
  })
  return made
}

async function tables(): Promise<string[]> {
  const { rows } = await database.postgres.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_name in ('shelf', 'book') order by 1`,
  )
  return rows.map((row) => row.name)
}

test('migrations: five servers that start concurrently apply each migration once', async () => {
  const set = migrations('create table shelf (id int)', 'create table book (id int)')
  await Promise.all(Array.from({ length: 5 }, () => migrate(database, set)))
  expect(await tables()).toEqual(['book', 'shelf'])
  const { rows } = await database.postgres.pool.query(
    'select count(*)::int as applied from drizzle.__drizzle_migrations',
  )
  expect(rows).toEqual([{ applied: 2 }])
})

test('migrations: the schema of an older version can be created, and migrated later', async () => {
  const set = migrations('create table shelf (id int)', 'create table book (id int)')
  await migrateUpTo(database, 1, set)
  expect(await tables()).toEqual(['shelf'])
  expect(await lastMigration(database.postgres.db)).toBe(1)
  await migrate(database, set)
  expect(await tables()).toEqual(['book', 'shelf'])
  expect(await lastMigration(database.postgres.db)).toBe(2)
  await expect(migrateUpTo(database, 3, set)).rejects.toThrow('A newer version of this program')
})

test('migrations: a server killed during one leaves the schema unchanged, and the next completes it', async () => {
  const slow = migrations(
    'create table shelf (id int)',
    'select pg_sleep(3)',
    'create table book (id int)',
  )
  const server = migrateInProcess(slow)
  const sleeping = `select from pg_stat_activity where query = 'select pg_sleep(3)' and state = 'active'`
  await vi.waitFor(
    async () => expect((await database.postgres.pool.query(sleeping)).rowCount).toBe(1),
    { timeout: 20_000 },
  )
  server.kill('SIGKILL')
  expect(await tables()).toEqual([])
  await migrate(database, slow)
  expect(await tables()).toEqual(['book', 'shelf'])
})

function migrateInProcess(set: string): ChildProcess {
  const script = path.join(import.meta.dirname, '../testing/scripts/migrate.ts')
  const args = [...quickStart.options, script, database.url, set]
  return spawn(process.execPath, args, { env: quickStart.env, stdio: 'ignore' })
}

test('migrations: the database of a newer version is rejected and not changed', async () => {
  await migrate(database, migrations('create table shelf (id int)', 'select 1'))
  await expect(migrate(database, migrations('create table shelf (id int)'))).rejects.toThrow(
    'A newer version of this program has used this database and changed its tables: run that version or a later one.',
  )
  expect(await tables()).toEqual(['shelf'])
})

test('migrations: one that is older than the last applied is not skipped silently', async () => {
  await migrate(database, migrationsAt([[2, 'create table shelf (id int)']]))
  const merged = migrationsAt([
    [1, 'create table book (id int)'],
    [2, 'create table shelf (id int)'],
  ])
  await expect(migrate(database, merged)).rejects.toThrow(
    'The migration 0 is older than the last one that this database has',
  )
  expect(await tables()).toEqual(['shelf'])
})

test('migrations: the journal names each file, and each is newer than the one before', () => {
  const directory = path.join(import.meta.dirname, 'migrations')
  const journal = readFileSync(path.join(directory, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] }
  const files = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted())
  const notNewer = entries.filter(({ when }, index) => when <= (entries[index - 1]?.when ?? 0))
  expect(notNewer).toEqual([])
})

test('migrations: a newer version that only expanded the tables lets older servers start', async () => {
  const older = migrations('create table shelf (id int)')
  await migrate(database, migrations('create table shelf (id int)', '-- expand\nselect 1'))
  await migrate(database, older)
  expect(await lastMigration(database.postgres.db)).toBe(2)
  await migrate(
    database,
    migrations('create table shelf (id int)', '-- expand\nselect 1', 'drop table shelf'),
  )
  await expect(migrate(database, older)).rejects.toThrow('A newer version of this program')
})

/** As versions until 0057 created it; PostgreSQL since 15.20 then adds no column with a default to its tables. */
const parsedFunction = `drop function search_vector_of_track(tracks, users);
  create function search_vector_of_track(track tracks, uploader users) returns tsvector
  language sql immutable parallel safe
  return search_vector_of(
    array[track.title], array[track.artist, track.genre, uploader.display_name, uploader.username] || track.tags)`

/** 0043_feed-renditions: the next one adds a column with a default to `tracks`. */
const beforeDownloads = 1795015817710

test('migrations: parsed functions of an older version keep no table from getting columns', async () => {
  const { pool, db } = database.postgres
  await pool.query('drop schema public cascade; create schema public')
  await migrateUpTo(database, beforeDownloads)
  await pool.query(parsedFunction)
  await migrate(database)
  expect(await lastMigration(db)).toBeGreaterThan(beforeDownloads)
  const { rows } = await pool.query(
    `select prosqlbody is null as "isText" from pg_proc where proname = 'search_vector_of_track'`,
  )
  expect(rows).toEqual([{ isText: true }])
})
