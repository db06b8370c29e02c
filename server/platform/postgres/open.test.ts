import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { accounts } from '#server/database/schema.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { isDatabaseDown, isDatabaseFull, uniqueViolation } from './error-codes.ts'
import { withLongRunningConnection } from './long-running-connection.ts'
import { openPostgres } from './open.ts'

const database = setUpTestDatabase()

const open = (url: string) => openPostgres({ kind: 'url', url }, { exclusive: true, log: () => {} })

test('DATABASE_URL works with any PostgreSQL', async () => {
  const postgres = await open(database.url)
  expect((await postgres.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await postgres.close()
})

test('DATABASE_URL without a listening server stops the start with one sentence without the password', async () => {
  const error = await open('postgres://app:hidden@127.0.0.1:1/music').catch((e: Error) => e)
  expect(error).toHaveProperty('name', 'DatabaseStartupError')
  expect(error).toHaveProperty(
    'message',
    'DATABASE_URL: No server listens there: start PostgreSQL, or correct host and port in the URL.',
  )
})

test('DATABASE_DIRECT_URL is for what needs a session, DATABASE_URL for all else, and both are checked', async () => {
  const pooler = await startFaultProxy(new URL(database.url))
  const openBoth = (directUrl: string) =>
    openPostgres({ kind: 'url', url: pooler.url, directUrl }, { exclusive: true, log: () => {} })
  const postgres = await openBoth(database.url)
  expect(postgres.url).toBe(database.url)
  const before = pooler.bytes()
  await postgres.db.execute(sql`select 1 as one`)
  expect(pooler.bytes()).toBeGreaterThan(before)
  await postgres.close()
  await expect(openBoth('postgres://app:hidden@127.0.0.1:1/music')).rejects.toThrow(
    /^DATABASE_DIRECT_URL: No server listens there: /,
  )
})

test('DATABASE_URL of a server that accepts the connection and does not respond stops the start', async () => {
  const proxy = await startFaultProxy(new URL(database.url))
  await proxy.inject({ kind: 'hangs' })
  await expect(open(proxy.url)).rejects.toThrow(/^DATABASE_URL: The server does not respond/)
  await proxy.close()
})

test('a database that hangs fails every query, and works again afterwards', async () => {
  const proxy = await startFaultProxy(new URL(database.url))
  const { db, pool, close } = await open(proxy.url)
  // More transactions than the pool has connections: none may leak.
  const select = () => db.transaction((tx) => tx.execute(sql`select 1 as one`))
  await Promise.all(Array.from({ length: 10 }, select))
  // A connection that was idle for a while must time out like any other.
  const client = await pool.connect()
  const idleForLong = once(client.connection.stream, 'timeout')
  client.release()
  await idleForLong
  await proxy.inject({ kind: 'hangs' })
  const calls = [...Array.from({ length: 30 }, select), pool.query('select 1')]
  const outcomes = await Promise.allSettled(calls)
  for (const outcome of outcomes)
    expect(outcome.status === 'rejected' && isDatabaseDown(outcome.reason)).toBe(true)
  await proxy.restore()
  expect((await select()).rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(pool.idleCount)
  await close()
  await proxy.close()
})

test('a connection that the database ends is logged, but not while the pool is being closed', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const { pool, close } = await openPostgres(
    { kind: 'url', url: database.url },
    { exclusive: true, log },
  )
  const idleClient = async () => {
    const client = await pool.connect()
    client.release()
    return client
  }
  const ended = new Error('terminating connection due to administrator command')
  const first = await idleClient()
  first.emit('error', ended)
  expect(lines).toEqual([`A database connection was lost: ${ended.message}`])
  const last = await idleClient()
  const closed = close()
  last.emit('error', ended)
  await closed
  expect(lines).toHaveLength(1)
})

test('a statement that takes too long fails like a database that is down', async () => {
  const error = await database.postgres.db.execute(sql`select pg_sleep(4)`).catch((e: Error) => e)
  expect(isDatabaseDown(error)).toBe(true)
})

test('a former primary that became a standby: no connection to it is used again', async () => {
  const { pool, close } = await open(database.url)
  const pid = `select pg_backend_pid() as pid`
  const clients = await Promise.all([pool.connect(), pool.connect()])
  for (const client of clients) await client.query('set default_transaction_read_only = on')
  const former = await Promise.all(clients.map(async (client) => (await client.query(pid)).rows[0]))
  for (const client of clients) client.release()
  const write = () => pool.query('create table written (id int)')
  const error = await write().catch((e: Error) => e)
  expect(isDatabaseDown(error)).toBe(true)
  await write()
  const { rows } = await pool.query(pid)
  expect(former).not.toContainEqual(rows[0])
  expect(pool.totalCount).toBe(1)
  await close()
})

test('a full disk is not reported as an outage', async () => {
  const full = sql.raw(`do $$ begin raise exception 'full' using errcode = '53100'; end $$`)
  const error = await database.postgres.db.execute(full).catch((e: Error) => e)
  expect([isDatabaseFull(error), isDatabaseDown(error)]).toEqual([true, false])
})

test('a unique violation names its constraint, and is not an outage', async () => {
  const { db } = database.postgres
  const account = { email: 'ada@example.org', passwordHash: 'x', displayName: 'Ada' }
  await db.insert(accounts).values(account)
  const error = await db
    .insert(accounts)
    .values({ ...account, email: 'ADA@example.org' })
    .catch((e: Error) => e)
  expect(uniqueViolation(error)).toBe('accounts_email_any_case')
  expect(isDatabaseDown(error)).toBe(false)
  expect(uniqueViolation(new Error('other'))).toBeUndefined()
})

const probes = { probeMs: 200 }

test('a long statement whose database falls silent fails within two probes', async () => {
  const proxy = await startFaultProxy(new URL(database.url))
  onTestFinished(proxy.close)
  const error = await withLongRunningConnection(
    proxy.url,
    async (db) => {
      await db.execute(sql`select 1`)
      await proxy.inject({ kind: 'hangs' })
      return db.execute(sql`select 1`).catch((lost: Error) => lost)
    },
    probes,
  )
  expect(isDatabaseDown(error)).toBe(true)
})

test('a long statement of a database that answers others is not interrupted', async () => {
  const { rows } = await withLongRunningConnection(
    database.url,
    (db) => db.execute(sql`select pg_sleep(1.5), 1 as one`),
    probes,
  )
  expect(rows).toMatchObject([{ one: 1 }])
})
