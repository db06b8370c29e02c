import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import { migrate } from '#server/database/migrate.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { dataFolder, startServerProcess } from '#server/testing/server-process.ts'
import { withDeletionLock } from '../platform/postgres/deletion-lock.ts'
import { openPostgres, type Postgres } from '../platform/postgres/open.ts'

/** Only run by `npm run test:pgbouncer`, where a pooler in transaction mode is in front of every test database. */
let database: TestDatabase
let postgres: Postgres
beforeAll(async () => {
  database = await createTestDatabase()
  postgres = await openPostgres(
    { kind: 'url', url: database.url },
    { exclusive: true, log: () => {} },
  )
})
afterAll(async () => {
  await postgres.close()
  await database.drop()
})

test('PgBouncer: a pooler is recognized, and needs no startup parameters', async () => {
  expect(postgres.isPooled).toBe(true)
  expect((await postgres.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('PgBouncer: it survives many statements that take too long at once', async () => {
  const open = () =>
    openPostgres({ kind: 'url', url: database.url }, { exclusive: false, log: () => {} })
  const servers = await Promise.all([open(), open(), open(), open()])
  const results = await Promise.allSettled(
    Array.from({ length: 80 }, (_, i) => servers[i % 4]?.db.execute(sql`select pg_sleep(60)`)),
  )
  expect(results.map(({ status }) => status)).not.toContain('fulfilled')
  await Promise.all(servers.map((server) => server.close()))
  expect((await postgres.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('PgBouncer: no setting of a session leaks to the next client', async () => {
  const { rows } = await postgres.db.execute<{ timeout: string }>(
    sql`select current_setting('statement_timeout') as timeout`,
  )
  expect(rows).toEqual([{ timeout: '0' }])
})

test('PgBouncer: migrations run through it, one server at a time', async () => {
  await postgres.db.execute(sql`drop schema drizzle cascade`)
  await postgres.db.execute(sql`drop schema public cascade`)
  await postgres.db.execute(sql`create schema public`)
  await Promise.all([migrate(postgres), migrate(postgres), migrate(postgres)])
  const { rows } = await postgres.db.execute<{ tracks: number }>(
    sql`select count(*)::int as tracks from tracks`,
  )
  expect(rows).toEqual([{ tracks: 0 }])
})

test('PgBouncer: the deletion lock is exclusive, and free afterwards', async () => {
  const inside = await withDeletionLock(postgres.url, () =>
    withDeletionLock(postgres.url, async () => 'acquired twice'),
  )
  expect(inside).toBeUndefined()
  expect(await withDeletionLock(postgres.url, async () => 'acquired')).toBe('acquired')
})

test('PgBouncer: background jobs run through it', async () => {
  const errors: string[] = []
  const jobs = await openJobs(postgres.url, { log: (line) => errors.push(line), pollSeconds: 1 })
  onTestFinished(jobs.close)
  await jobs.schedule({ name: 'noop', cron: '* * * * *', run: async () => {} })
  expect(errors).toEqual([])
})

test('PgBouncer: the doctor asks for PostgreSQL itself, and runs there', async () => {
  const settings = { DATA_DIR: dataFolder(), DATABASE_URL: database.url }
  const run = (env: object = {}) => runInProcess(doctor, [], { ...settings, ...env })
  const refused = {
    code: 1,
    output: expect.stringMatching(/needs a session of its own.*: set DATABASE_DIRECT_URL/),
  }
  expect(await run()).toEqual(refused)
  expect(await run({ DATABASE_DIRECT_URL: database.url })).toEqual(refused)
  const direct = await run({ DATABASE_DIRECT_URL: database.postgres.url })
  expect(direct).toEqual({ code: 0, output: 'No problems found.' })
})

test('PgBouncer: a backup is made and restored beside it, with DATABASE_DIRECT_URL', async () => {
  const folder = dataFolder()
  const target = path.join(folder, 'backup')
  const settings = ({ url, postgres }: TestDatabase, name: string) => ({
    DATA_DIR: path.join(folder, name),
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: postgres.url,
  })
  const taken = await runInProcess(backup, [target, '--no-try'], settings(database, 'site'))
  expect(taken).toMatchObject({ code: 0 })
  const other = await createTestDatabase()
  onTestFinished(other.drop)
  const restored = await runInProcess(restore, [target], settings(other, 'other'))
  expect(restored).toMatchObject({ code: 0 })
}, 60_000)

test('PgBouncer: the server starts and is ready through it', async () => {
  const server = await startServerProcess(dataFolder(), { DATABASE_URL: postgres.url })
  await server.ready()
  server.signal('SIGTERM')
  expect(await server.exitCode()).toBe(0)
  expect(server.output()).not.toMatch(/error|failed/i)
})
