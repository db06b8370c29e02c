import { Socket } from 'node:net'
import pg from 'pg'
import { describeForLog } from '#server/platform/log/serialize-error.ts'

/** All timeouts together are under five seconds: within that time a caller gets an error if the database is down. */
const connectTimeoutMs = 2000
const responseTimeoutMs = 2800

/**
 * A pool that survives a database which crashes, hangs or restarts. Connections that are idle on
 * purpose, such as LISTEN, or run long statements, must not come from this pool.
 */
export function createPool(
  connection: pg.PoolConfig,
  log: (line: string) => void,
  { isPooled = false, isReplica = false } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 20,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    // Poolers reject such parameters, and a SET would apply to the next client of the server connection too.
    ...(!isPooled && {
      statement_timeout: responseTimeoutMs - 100,
      idle_in_transaction_session_timeout: 10_000,
    }),
  })
  const checkedOut = new WeakSet<pg.PoolClient>()
  const sockets = new Set<Socket>()
  pool.on('error', (error) => {
    // Ending the pool does not wait until its connections are closed: a database that stops may end them first.
    if (!pool.ending) log(`A database connection was lost: ${describeForLog(error)}`)
  })
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_error, client) => checkedOut.delete(client))
  pool.on('connect', (client) => {
    // A lost connection fails the query in flight; without a listener the event would end the process.
    client.on('error', () => {})
    client.once('end', () => {
      if (checkedOut.has(client)) releaseBroken(client)
    })
    destroyOnTimeout(client, () => checkedOut.has(client))
    if (!isReplica) destroyAllIfReadOnly(client, sockets)
  })
  return pool
}

/** drizzle never releases a client whose `begin` failed, and the pool would have one connection less from then on. */
function releaseBroken(client: pg.PoolClient): void {
  const release = client.release
  client.release = () => {}
  release(true)
}

/**
 * A server that hangs cannot time out its own statements. The whole connection is destroyed:
 * one with a response outstanding, or a transaction open, must not return to the pool.
 */
function destroyOnTimeout(client: pg.PoolClient, isCheckedOut: () => boolean): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(responseTimeoutMs)
  // Not as setTimeout's own callback, which is called once: a connection that was idle for seconds would have no timeout.
  stream.on('timeout', () => {
    if (isCheckedOut()) stream.destroy(new Error('The database did not respond in time'))
  })
}

/**
 * After a failover the address may still name the former primary, now a standby. Connections to it would last, and refuse
 * every write: all are replaced, also those that only read.
 */
function destroyAllIfReadOnly({ connection }: pg.PoolClient, sockets: Set<Socket>): void {
  const { stream } = connection
  if (!(stream instanceof Socket)) return
  sockets.add(stream)
  stream.once('close', () => sockets.delete(stream))
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== '25006') return
    for (const socket of sockets)
      socket.destroy(new Error('Connection terminated: this server accepts no writes'))
  })
}
