import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/**
 * A connection that marks a database folder as in use, for as long as it exists: PostgreSQL releases
 * its locks as soon as its process is gone, however that ended.
 */
export type InstanceLock = {
  /** Resolves when the connection is lost. */
  lost: Promise<void>
  /** Whether this is the only user of the database; if so, no other can join before `close`. */
  isLastHolder(): Promise<boolean>
  close(): Promise<void>
}

const inUseLock = 1_380_201
const ownedLock = 1_380_202
/** The connection of a killed server or a closing tool takes a moment to go away. */
const acquireTimeoutMs = 3000

/** Undefined if it must be exclusive and another process holds a lock. */
export async function acquireInstanceLock(
  connection: pg.ClientConfig,
  exclusive: boolean,
): Promise<InstanceLock | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock_shared(${inUseLock})`)
    if (exclusive && !(await acquireExclusive(client))) {
      await client.end()
      return undefined
    }
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    lost,
    isLastHolder: async () => {
      await client.query(`select pg_advisory_unlock_shared(${inUseLock})`)
      return tryLock(client, inUseLock)
    },
    close: () => client.end(),
  }
}

async function acquireExclusive(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + acquireTimeoutMs
  while (!(await tryLock(client, ownedLock))) {
    if (Date.now() > deadline) return false
    await delay(50)
  }
  return true
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select pg_try_advisory_lock(${key}) as granted`,
  )
  return rows[0]?.granted === true
}
