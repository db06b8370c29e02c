import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import { DatabaseStartupError } from './database-error.ts'
import { type Connection, openOwnServer } from './own-server.ts'
import { createPool } from './pool.ts'

/** What queries are asked of: the pool, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Postgres = {
  db: Db
  pool: pg.Pool
  url: string
  /** False when the database would soon be unable to work; of one that is not ours that is not known. */
  hasRoomFor(bytes: number): boolean
  close(): Promise<void>
}

type Options = {
  /** The server itself: refuses to be the second one on its own folder. Tools are not. */
  exclusive: boolean
  log: (line: string) => void
}

export async function openPostgres(config: DatabaseConfig, options: Options): Promise<Postgres> {
  if (config.kind === 'url') {
    await requireUsable(config.url)
    return connect(config.url, options.log, async () => {}, {
      namesStatements: config.isDirect ?? false,
    })
  }
  const server = await openOwnServer(config.directory, options)
  const { hasRoomFor } = server
  return { ...connect(urlOf(server.connection), options.log, server.close), hasRoomFor }
}

/** A pool on a database that is known to be there. */
export function connect(
  url: string,
  log: (line: string) => void,
  afterwards: () => Promise<void>,
  how = { namesStatements: true },
): Postgres {
  const pool = createPool({ connectionString: url }, log, how)
  const db = drizzle({ client: pool })
  let closed: Promise<void> | undefined
  const close = async () => {
    // A connection that somebody forgot to give back must not keep the database from stopping.
    await Promise.race([pool.end(), delay(5000, undefined, { ref: false })])
    await afterwards()
  }
  return { db, pool, url, hasRoomFor: () => true, close: () => (closed ??= close()) }
}

export function urlOf({ user, password, host, port, database }: Connection): string {
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

const OLDEST_VERSION = 15

async function requireUsable(url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const name = `${host}${pathname}`
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? ''
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new DatabaseStartupError(
        `The database at ${name} is PostgreSQL ${version}, and DATABASE_URL needs version ${OLDEST_VERSION} or later.`,
      )
  } catch (error) {
    if (error instanceof DatabaseStartupError) throw error
    throw new DatabaseStartupError(
      `The database at ${name} cannot be used (${reasonOf(error)}): check DATABASE_URL, and that it is running.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  const { code, message } = error as NodeJS.ErrnoException
  return message || code || 'no answer'
}
