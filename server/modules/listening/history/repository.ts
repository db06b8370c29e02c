import { and, desc, eq, sql } from 'drizzle-orm'
import { librarySettings, likes, listens, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import { deleteInBatches } from '#server/platform/postgres/delete-in-batches.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

/** The last listen first, in the order of the index `listens_newest`. */
export function listHistoryEntries(db: Db, viewer: Viewer, { limit, after }: PageRange) {
  return db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      listenedAt: listens.listenedAt,
    })
    .from(listens)
    .innerJoin(tracks, eq(tracks.id, listens.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.trackId, tracks.id), eq(likes.userId, viewer.id)))
    .where(
      and(
        eq(listens.userId, viewer.id),
        visibleTo(tracks, viewer),
        after && sql`(${listens.listenedAt}, ${listens.trackId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(listens.listenedAt), desc(listens.trackId))
    .limit(limit)
}

export type Listen = { trackId: string; secondsAgo?: number | undefined }

/**
 * Inserts nothing if the viewer may not see the track, has turned the history off, or has cleared it since. The track
 * is locked against deletion.
 */
export async function insertHistoryEntry(
  db: Db,
  { trackId, secondsAgo = 0 }: Listen,
  viewer: Viewer,
): Promise<void> {
  const listenedAt = sql`now() - make_interval(secs => ${secondsAgo}::float8)`
  const entry = db
    .select({
      userId: sql`${viewer.id}::uuid`.as('user_id'),
      trackId: tracks.id,
      day: sql`((${listenedAt}) at time zone 'utc')::date`.as('day'),
      listenedAt: sql`${listenedAt}`.as('listened_at'),
    })
    .from(tracks)
    .where(
      and(
        eq(tracks.id, trackId),
        visibleTo(tracks, viewer),
        sql`not exists (select from ${librarySettings} settings where settings.user_id = ${viewer.id}
          and (not settings.history_enabled or settings.history_since > ${listenedAt}))`,
      ),
    )
    .for('key share')
  await db
    .insert(listens)
    .select(entry)
    .onConflictDoUpdate({
      target: [listens.userId, listens.trackId, listens.day],
      set: { listenedAt: sql`greatest(${listens.listenedAt}, excluded.listened_at)` },
    })
}

export const deleteHistoryEntries = (db: Db, userId: string): Promise<void> =>
  deleteInBatches(db, listens, eq(listens.userId, userId))

type Settings = Pick<typeof librarySettings.$inferInsert, 'historyEnabled'> & {
  /** Listens before now are not recorded any more. Now is the time of the database, as for listens. */
  resetsSince: boolean
}

export async function saveSettings(
  db: Db,
  userId: string,
  { resetsSince, ...settings }: Settings,
): Promise<void> {
  const set = { ...settings, ...(resetsSince && { historySince: sql`now()` }) }
  await db
    .insert(librarySettings)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: librarySettings.userId, set })
}
