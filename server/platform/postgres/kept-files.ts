import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

const KEEPING = 1_380_207
const FILES_STAY = 1_380_208

/** From now until this connection ends no file is removed, on any server. False if somebody else keeps them already. */
export async function keepFiles(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_lock(${KEEPING}) as alone`,
  )
  if (!rows[0]?.alone) return false
  await db.execute(sql`select pg_advisory_lock(${FILES_STAY})`)
  return true
}

/**
 * Asked after it was read which files may go. What was marked for removal before the lock was taken
 * is of no use to who holds it; what was marked later is read later too, and then the lock is seen.
 */
export async function mayRemoveFiles(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${FILES_STAY}) as free`,
  )
  return rows[0]?.free === true
}
