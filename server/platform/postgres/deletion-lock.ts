import { sql } from 'drizzle-orm'
import { withLongRunningConnection } from './long-running-connection.ts'
import type { Db } from './open.ts'

const holderLock = 1_380_207
const deletionLock = 1_380_208

type DeletionLock = {
  /** Throws if the connection, and with it the lock, was lost. */
  assertHeld(): Promise<void>
}

/**
 * Suspends the deletion of stored files, on all servers, while `work` runs. Undefined, without running it, if another
 * process holds the lock. The locks belong to a transaction: poolers do not preserve those of a session.
 */
export function withDeletionLock<T>(
  url: string,
  work: (lock: DeletionLock) => Promise<T>,
): Promise<T | undefined> {
  return withLongRunningConnection(url, (db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      if (!(await tryLock(tx, sql`pg_try_advisory_xact_lock(${holderLock})`))) return undefined
      await tx.execute(sql`select pg_advisory_xact_lock(${deletionLock})`)
      const assertHeld = async () => void (await tx.execute(sql`select 1`))
      return work({ assertHeld })
    }),
  )
}

/**
 * Call it after reading which files to delete. Files marked for deletion before the lock was acquired do not matter
 * to its holder; those marked later are read later too, and then the lock is visible.
 */
export const canDeleteFiles = (db: Db): Promise<boolean> =>
  tryLock(db, sql`pg_try_advisory_xact_lock_shared(${deletionLock})`)

async function tryLock(db: Db, call: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await db.execute<{ acquired: boolean }>(sql`select ${call} as acquired`)
  return rows[0]?.acquired === true
}
