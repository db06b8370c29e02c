import { and, desc, eq, sql } from 'drizzle-orm'
import { likes, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
import { trackContains } from '#server/shared/text-filter-repository.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

type LikedPage = {
  limit: number
  after: CursorPosition | undefined
  /** A substring of the title or of the uploader's display name. */
  q: string | null | undefined
}

/** Newest like first, in the order of the index `likes_by_user`. */
export function listLiked(db: Db, viewer: Viewer, { limit, after, q }: LikedPage) {
  return db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      likedAt: likes.createdAt,
    })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        eq(likes.userId, viewer.id),
        visibleTo(tracks, viewer),
        q ? trackContains(q) : undefined,
        after && sql`(${likes.createdAt}, ${likes.trackId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(limit)
}
