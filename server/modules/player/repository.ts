import { and, eq, inArray } from 'drizzle-orm'
import { likes, playerStates, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

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

/** Those that the viewer may see, in any order. */
export function listVisibleTracks(db: Db, ids: string[], viewer: Viewer) {
  return db
    .select({ track: trackColumns, user: userSummaryColumns, likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.trackId, tracks.id), eq(likes.userId, viewer.id)))
    .where(and(inArray(tracks.id, ids), visibleTo(tracks, viewer)))
}
