import { eq, sql } from 'drizzle-orm'
import { librarySettings, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The defaults of a user without a row: history is on, and everything since the account was created is new. */
export async function findSettings(db: Db, userId: string) {
  const rows = await db
    .select({
      historyEnabled: sql<boolean>`coalesce(${librarySettings.historyEnabled}, true)`,
      seenAt: sql<Date>`coalesce(${librarySettings.followingSeenAt}, ${users.createdAt})`.mapWith(
        users.createdAt,
      ),
    })
    .from(users)
    .leftJoin(librarySettings, eq(librarySettings.userId, users.id))
    .where(eq(users.id, userId))
  return rows[0]
}

type Settings = Partial<Omit<typeof librarySettings.$inferInsert, 'userId' | 'historySince'>> & {
  /** Listens before now are not recorded any more. Now is the time of the database, as for listens. */
  resetsHistorySince?: boolean
}

export async function saveSettings(
  db: Db,
  userId: string,
  { resetsHistorySince = false, ...settings }: Settings,
): Promise<void> {
  const set = { ...settings, ...(resetsHistorySince && { historySince: sql`now()` }) }
  await db
    .insert(librarySettings)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: librarySettings.userId, set })
}
