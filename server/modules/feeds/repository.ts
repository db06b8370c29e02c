import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { feedChanges, playlists, playlistTracks, tracks, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition, PageRange } from '#server/shared/cursor.ts'
import { releaseDate } from '#server/shared/release-date-repository.ts'

export type FeedKind = (typeof feedChanges.$inferSelect)['kind']

/** Everything but the number of tracks, which would have to be counted. */
export async function findPlaylist(db: Db, by: { id: string } | { slug: string }) {
  const [row] = await db
    .select({
      id: playlists.id,
      slug: playlists.slug,
      title: playlists.title,
      type: playlists.type,
      artist: playlists.artist,
      releaseDate,
      copyright: playlists.copyright,
      description: playlists.description,
      updatedAt: playlists.updatedAt,
      /** The feed has the name of its owner. */
      ownerUpdatedAt: users.updatedAt,
      user: userSummaryColumns,
    })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(
      and(
        'id' in by ? eq(playlists.id, by.id) : eq(playlists.slug, by.slug),
        ne(playlists.privacy, 'private'),
      ),
    )
  return row
}

/**
 * The time of the last change, and a text that is different after every change: a transaction can commit after one
 * with a later time.
 */
export async function findVersion(db: Db, kind: FeedKind, feedId: string) {
  const [row] = await db
    .select({
      changedAt: sql<string | null>`max(${feedChanges.changedAt})`,
      version: sql<string | null>`sum(hashtext(${feedChanges.id}::text))::text`,
    })
    .from(feedChanges)
    .where(and(eq(feedChanges.kind, kind), eq(feedChanges.feedId, feedId)))
  return { changedAt: row?.changedAt ? new Date(row.changedAt) : undefined, version: row?.version }
}

const itemColumns = {
  id: tracks.id,
  slug: tracks.slug,
  title: tracks.title,
  description: tracks.description,
  artist: tracks.artist,
  duration: tracks.duration,
  audioPath: tracks.audioPath,
  audioBytes: tracks.audioBytes,
  aacBytes: tracks.aacBytes,
  createdAt: tracks.createdAt,
  user: userSummaryColumns,
}
export type ItemRow = Awaited<ReturnType<typeof findProfileItems>>[number]
const isPublic = sql`${tracks.privacy} = 'public'`

export function findProfileItems(db: Db, userId: string, { after, limit }: PageRange) {
  return db
    .select({ ...itemColumns, since: tracks.createdAt })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.userId, userId), isPublic, older(tracks.createdAt, tracks.id, after)))
    .orderBy(desc(tracks.createdAt), desc(tracks.id))
    .limit(limit)
}

/** Newest added first. */
export function findPlaylistItems(db: Db, playlistId: string, { after, limit }: PageRange) {
  const { addedAt, trackId } = playlistTracks
  return db
    .select({ ...itemColumns, since: addedAt })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(playlistTracks.playlistId, playlistId), isPublic, older(addedAt, trackId, after)))
    .orderBy(desc(addedAt), desc(trackId))
    .limit(limit)
}

/** All of them in their order: a release has fewer than a page. */
export function findReleaseItems(db: Db, playlistId: string, { limit }: PageRange) {
  return db
    .select({ ...itemColumns, since: playlistTracks.addedAt })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(playlistTracks.playlistId, playlistId), isPublic))
    .orderBy(asc(playlistTracks.position))
    .limit(limit)
}

const older = (
  time: typeof tracks.createdAt | typeof playlistTracks.addedAt,
  id: typeof tracks.id | typeof playlistTracks.trackId,
  after: CursorPosition | undefined,
): SQL | undefined =>
  after && sql`(${time}, ${id}) < (${after.value}::timestamptz, ${after.id}::uuid)`
