import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import { checkServer } from './check-server.ts'
import { type Connection, openEmbeddedServer } from './embedded-server.ts'
import { createPool } from './pool.ts'
import { allowPreparedStatements } from './prepared-query.ts'
import { type ReadReplica, routeReads } from './read-replica.ts'

/** Runs queries: the pool, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Postgres = {
  db: Db
  pool: pg.Pool
  /** For connections of their own: PostgreSQL itself where DATABASE_DIRECT_URL names it beside a pooler. */
  url: string
  /** Connections go through a pooler: no state of a session survives a transaction. */
  isPooled: boolean
  /** False if the database is about to run out of disk space; always true for an external database. */
  hasFreeSpace(bytes: number): boolean
  close(): Promise<void>
}

type Options = {
  /** True for the server itself, which must be the only one on its folder; false for tools. */
  exclusive: boolean
  log: (line: string) => void
}

export async function openPostgres(config: DatabaseConfig, options: Options): Promise<Postgres> {
  if (config.kind === 'url') {
    const { isPooled } = await checkServer(config.url)
    if (config.directUrl) await checkServer(config.directUrl, 'DATABASE_DIRECT_URL')
    const { url, directUrl = url, readUrl } = config
    let replica: ReadReplica | undefined
    const postgres = connect(url, options.log, async () => replica?.close(), { isPooled })
    if (readUrl) replica = routeReads(postgres.pool, readUrl, options.log)
    return { ...postgres, url: directUrl }
  }
  const server = await openEmbeddedServer(config.directory, options)
  const { hasFreeSpace } = server
  return { ...connect(toUrl(server.connection), options.log, server.close), hasFreeSpace }
}

/** A pool on a database that is known to exist. */
export function connect(
  url: string,
  log: (line: string) => void,
  afterwards: () => Promise<void>,
  { isPooled } = { isPooled: false },
): Postgres {
  const pool = createPool({ connectionString: url }, log, { isPooled })
  const db = drizzle({ client: pool })
  if (!isPooled) allowPreparedStatements(db)
  let closed: Promise<void> | undefined
  const close = async () => {
    // A leaked connection must not prevent the database from stopping.
    await Promise.race([pool.end(), delay(5000, undefined, { ref: false })])
    await afterwards()
  }
  return { db, pool, url, isPooled, hasFreeSpace: () => true, close: () => (closed ??= close()) }
}

/** Everything read inside is from one snapshot, whatever changes meanwhile. */
export const inSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

export function toUrl({ user, password, host, port, database }: Connection): string {
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}
