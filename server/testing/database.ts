import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { runEmbeddedServer } from '#server/platform/postgres/embedded-server.ts'
import { connect, type Postgres, toUrl } from '#server/platform/postgres/open.ts'
// Declares what it provides.
import type {} from './vitest-postgres.ts'

export type TestDatabase = { postgres: Postgres; url: string; drop(): Promise<void> }

/** Once for all test files of a worker: finding out which user runs the server takes 15 ms. */
let connected: Promise<string> | undefined

async function connectToServer(config: DatabaseConfig): Promise<string> {
  return config.kind === 'url' ? config.url : toUrl(await runEmbeddedServer(config.directory))
}

function findServer(): Promise<string> {
  connected ??= connectToServer(inject('testPostgres').config)
  return connected
}

/** A database for this test file, with all tables and no rows. The first call of a run starts PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { run, poolerPort } = inject('testPostgres')
  const serverUrl = await findServer()
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, async (client) => {
    const template = await ensureTemplate(client, serverUrl, run)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // Faster, and safe here: tests that crash PostgreSQL start one of their own.
    await client.query(`alter database ${name} set synchronous_commit = off`)
  })
  const url = databaseUrl(serverUrl, name, poolerPort)
  const drop = () => withClient(serverUrl, (client) => dropDatabase(client, name))
  const pool = connect(url, () => {}, drop, { isPooled: poolerPort !== undefined })
  // As with DATABASE_DIRECT_URL: the doctor and long jobs need sessions of their own.
  const postgres = { ...pool, url: databaseUrl(serverUrl, name) }
  return { postgres, url, drop: postgres.close }
}

/** An autovacuum worker may be connected; only a superuser could terminate it. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isBusy = (error as { code?: string }).code === '42501'
      if (!isBusy || Date.now() > deadline) throw error
      await delay(100)
    }
  }
}

const templateLock = 1_380_204
const runLock = 1_380_205

/** One worker of a run at a time. */
export async function withRunLock<T>(use: () => Promise<T>): Promise<T> {
  return withClient(await findServer(), async (client) => {
    await client.query(`select pg_advisory_lock(${runLock})`)
    return use()
  })
}

/** Migrated once for the whole run; copying it takes a fraction of the time. */
async function ensureTemplate(client: pg.Client, serverUrl: string, run: string): Promise<string> {
  const template = `${run}_template`
  await client.query(`select pg_advisory_lock(${templateLock})`)
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rows.length === 0) {
    const making = `${run}_making`
    await client.query(`drop database if exists ${making}`)
    await client.query(`create database ${making}`)
    await migrate({ url: databaseUrl(serverUrl, making) })
    await client.query(`alter database ${making} rename to ${template}`)
  }
  await client.query(`select pg_advisory_unlock(${templateLock})`)
  return template
}

function databaseUrl(serverUrl: string, name: string, port?: number): string {
  const url = new URL(serverUrl)
  if (port !== undefined) url.port = String(port)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
