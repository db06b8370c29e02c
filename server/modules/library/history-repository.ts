import { and, desc, eq, sql } from 'drizzle-orm'
import { hearings, librarySettings, likes, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

type HistoryPage = { limit: number; after: CursorPosition | undefined }

/** The last listen first, in the order of the index `hearings_newest`. */
export function listHistoryEntries(db: Db, viewer: Viewer, { limit, after }: HistoryPage) {
  return db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      heardAt: hearings.heardAt,
    })
    .from(hearings)
    .innerJoin(tracks, eq(tracks.id, hearings.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.trackId, tracks.id), eq(likes.userId, viewer.id)))
    .where(
      and(
        eq(hearings.userId, viewer.id),
        visibleTo(tracks, viewer),
        after && sql`(${hearings.heardAt}, ${hearings.trackId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(hearings.heardAt), desc(hearings.trackId))
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
  const heardAt = sql`now() - make_interval(secs => ${secondsAgo}::float8)`
  const entry = db
    .select({
      userId: sql`${viewer.id}::uuid`.as('user_id'),
      trackId: tracks.id,
      day: sql`((${heardAt}) at time zone 'utc')::date`.as('day'),
      heardAt: sql`${heardAt}`.as('heard_at'),
    })
    .from(tracks)
    .where(
      and(
        eq(tracks.id, trackId),
        visibleTo(tracks, viewer),
        sql`not exists (select from ${librarySettings} settings where settings.user_id = ${viewer.id}
          and (not settings.history_enabled or settings.history_since > ${heardAt}))`,
      ),
    )
    .for('key share')
  await db
    .insert(hearings)
    .select(entry)
    .onConflictDoUpdate({
      target: [hearings.userId, hearings.trackId, hearings.day],
      set: { heardAt: sql`greatest(${hearings.heardAt}, excluded.heard_at)` },
    })
}

const perBatch = 5000

/** Deletes in batches, so that no statement takes long. Returns whether there may be more. */
export async function deleteSomeHistoryEntries(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from ${hearings} where ctid = any(array(
      select ctid from ${hearings} where user_id = ${userId} limit ${perBatch}))`)
  return rowCount === perBatch
}
