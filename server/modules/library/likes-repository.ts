import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { likes, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { uploaderColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
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
      user: uploaderColumns,
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
        q ? contains(q) : undefined,
        after && sql`(${likes.createdAt}, ${likes.trackId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(limit)
}

/** Both sides are conditions on tracks, so that a rare text is found with their indexes and not by reading all likes. */
function contains(q: string): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ilike(tracks.title, pattern),
    sql`${tracks.userId} = any(array(
      select named.id from ${users} named where named.display_name ilike ${pattern}))`,
  )
}
