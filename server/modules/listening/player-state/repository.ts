import { and, eq } from 'drizzle-orm'
import { playerStates } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export async function findState(db: Db, userId: string) {
  const rows = await db.select().from(playerStates).where(eq(playerStates.userId, userId))
  return rows[0]
}

type State = Pick<typeof playerStates.$inferInsert, 'deviceId' | 'state'>

/** Saves the first state; false if there is one already. */
export async function insertState(db: Db, userId: string, state: State): Promise<boolean> {
  const { rowCount } = await db
    .insert(playerStates)
    .values({ userId, version: 1, ...state })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Replaces the state of this version; false if there is another version. */
export async function updateState(
  db: Db,
  userId: string,
  version: number,
  state: State,
): Promise<boolean> {
  const { rowCount } = await db
    .update(playerStates)
    .set({ ...state, version: version + 1, updatedAt: new Date() })
    .where(and(eq(playerStates.userId, userId), eq(playerStates.version, version)))
  return rowCount === 1
}
