import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/**
 * One connection that says who uses a database folder, for as long as it lives: PostgreSQL drops
 * its locks the moment its process is gone, however that ended.
 */
export type InstanceLock = {
  /** Settles when the connection is lost. */
  lost: Promise<void>
  /** Whether nobody else uses the database; then nobody can join any more before `close`. */
  isLastHolder(): Promise<boolean>
  close(): Promise<void>
}

const IN_USE = 1_380_201
const OWNED = 1_380_202
/** A killed server's connection needs a moment to go, a tool that is closing too. */
const ACQUIRE_TIMEOUT = 3000

/** Undefined where it must be the only one and another is there. */
export async function acquireInstanceLock(
  connection: pg.ClientConfig,
  exclusive: boolean,
): Promise<InstanceLock | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock_shared(${IN_USE})`)
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
      await client.query(`select pg_advisory_unlock_shared(${IN_USE})`)
      return tryLock(client, IN_USE)
    },
    close: () => client.end(),
  }
}

async function acquireExclusive(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + ACQUIRE_TIMEOUT
  while (!(await tryLock(client, OWNED))) {
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
