import { Socket } from 'node:net'
import pg from 'pg'
import { createStatementNames } from './statement-names.ts'

/** Together under five seconds: a caller hears within that time that the database is down. */
const CONNECT_WITHIN = 2000
const ANSWER_WITHIN = 2800

/**
 * A pool that outlives a database which dies, hangs or comes back. What waits in silence on
 * purpose, such as LISTEN, or works for long, needs a connection of its own.
 */
export function createPool(
  connection: pg.PoolConfig,
  log: (line: string) => void,
  { namesStatements }: { namesStatements: boolean } = { namesStatements: true },
): pg.Pool {
  const names = createStatementNames()
  const pool = new pg.Pool({
    ...connection,
    max: 20,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN,
    statement_timeout: ANSWER_WITHIN - 100,
    idle_in_transaction_session_timeout: 10_000,
  })
  const lent = new WeakSet<pg.PoolClient>()
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client))
  pool.on('connect', (client) => {
    // A lost connection fails the query under way; unheard, the event would end the process.
    client.on('error', () => {})
    client.once('end', () => {
      if (lent.has(client)) takeBack(client)
    })
    dropWhenSilent(client, () => lent.has(client))
    if (namesStatements) names.apply(client)
  })
  return pool
}

/** drizzle never returns a client whose `begin` failed, and the pool would be one place short for good. */
function takeBack(client: pg.PoolClient): void {
  const release = client.release
  client.release = () => {}
  release(true)
}

/**
 * A server that hangs cannot time out its own statements. The connection is given up as a whole:
 * one on which an answer is still due, or a transaction open, must not go back to the pool.
 */
function dropWhenSilent(client: pg.PoolClient, isLent: () => boolean): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ANSWER_WITHIN)
  // Not as setTimeout's own callback, which is called once: a connection that was idle for seconds would then be watched no more.
  stream.on('timeout', () => {
    if (isLent()) stream.destroy(new Error('The database did not answer in time'))
  })
}
