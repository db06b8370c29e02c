import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import {
  playlists,
  playlistTracks,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { startOf } from '#server/shared/excerpt-repository.ts'
import { releaseDate } from '#server/shared/release-date-repository.ts'
import { editableBy, isRemovedPlaylist, visibleTo } from '#server/shared/visibility.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'

export type PlaylistRow = Awaited<ReturnType<typeof selectPlaylists>>[number]
type NewRow = typeof playlists.$inferInsert
type ComputedColumn =
  | 'id'
  | 'userId'
  | 'slug'
  | 'trackCount'
  | 'downloadCount'
  | 'updatedAt'
  | 'search'
/** What is undefined stays. */
type PlaylistUpdate = {
  [Column in Exclude<keyof NewRow, ComputedColumn>]?: NewRow[Column] | undefined
}

type OrPlaceholder<Value> = Value | ReturnType<typeof sql.placeholder>

/** Hidden tracks do not count, so that the count reveals none. They are few, and have an index of their own. */
function visibleTrackCount(
  viewerId: OrPlaceholder<string | null>,
  seesAll: OrPlaceholder<boolean>,
) {
  return sql<number>`${playlists.trackCount} - (
    select count(*)::int from ${playlistTracks} entry join ${tracks} hidden on hidden.id = entry.track_id
    where entry.playlist_id = ${playlists.id} and hidden.privacy = 'private'
      and hidden.user_id is distinct from ${viewerId}::uuid and not ${seesAll}::boolean)`
}

function selectPlaylists(db: Db, trackCount: SQL<number>, description: SQL<string | null>) {
  return db
    .select({
      id: playlists.id,
      userId: playlists.userId,
      title: playlists.title,
      slug: playlists.slug,
      description,
      type: playlists.type,
      artist: playlists.artist,
      label: playlists.label,
      releaseDate,
      upc: playlists.upc,
      copyright: playlists.copyright,
      allowDownload: playlists.allowDownload,
      downloadCount: playlists.downloadCount,
      coverPath: playlists.coverPath,
      privacy: playlists.privacy,
      isRemoved: isRemovedPlaylist,
      publishAt: playlists.publishAt,
      trackCount,
      createdAt: playlists.createdAt,
      updatedAt: playlists.updatedAt,
      user: userSummaryColumns,
    })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
}

const countVisibleTo = (viewer: ContentViewer | undefined) =>
  visibleTrackCount(viewer?.id ?? null, viewer?.isAdmin ?? false)

export async function findRow(
  db: Db,
  by: { id: string } | { slug: string },
  viewer: ContentViewer | undefined,
) {
  const whole = sql<string | null>`${playlists.description}`
  const rows = await selectPlaylists(db, countVisibleTo(viewer), whole).where(
    'id' in by ? eq(playlists.id, by.id) : eq(playlists.slug, by.slug),
  )
  return rows[0]
}

/** The columns that the policy needs. */
export async function findOwnership(db: Db, id: string) {
  const rows = await db
    .select({ id: playlists.id, userId: playlists.userId, privacy: playlists.privacy })
    .from(playlists)
    .where(eq(playlists.id, id))
  return rows[0]
}

const byIds = preparedQuery('playlists_by_ids', (db, name) =>
  selectPlaylists(
    db,
    visibleTrackCount(sql.placeholder('viewerId'), sql.placeholder('seesAll')),
    startOf(playlists.description),
  )
    .where(sql`${playlists.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare(name),
)

export function findByIds(db: Db, ids: string[], viewer: Viewer | undefined) {
  return byIds(db).execute({
    ids,
    viewerId: viewer?.id ?? null,
    seesAll: viewer?.isAdmin ?? false,
  })
}

/** Which of the playlists have a track that the viewer may see. */
export async function findPlaylistsWithTrack(
  db: Db,
  ids: string[],
  trackId: string,
  viewer: Viewer | undefined,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: playlistTracks.playlistId })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(
      and(
        inArray(playlistTracks.playlistId, ids),
        eq(playlistTracks.trackId, trackId),
        visibleTo(tracks, viewer),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

export type Filter = {
  userId?: string | undefined
  publicOnly: boolean
  /** Only releases, or none. */
  releases?: boolean | undefined
  minTracks?: number | undefined
  /** The newest release date first. */
  byReleaseDate?: boolean | undefined
}

/** Written exactly as in the indexes, as the conditions below: otherwise the planner does not use them. */
const releasedAt = sql<Date>`coalesce(${playlists.releaseDate}::timestamp at time zone 'UTC', ${playlists.createdAt})`

/** Newest first. Of all users, those that have something to play. */
export function listRows(
  db: Db,
  viewer: Viewer | undefined,
  { userId, publicOnly, releases, minTracks, byReleaseDate, limit, after }: PageRange & Filter,
) {
  const sortColumn = byReleaseDate ? releasedAt : playlists.createdAt
  return selectPlaylists(db, countVisibleTo(viewer), startOf(playlists.description))
    .where(
      and(
        userId === undefined ? sql`${playlists.trackCount} > 0` : eq(playlists.userId, userId),
        publicOnly ? sql`${playlists.privacy} = 'public'` : undefined,
        isOfKind(releases),
        minTracks === undefined ? undefined : gte(playlists.trackCount, minTracks),
        after && sql`(${sortColumn}, ${playlists.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(sortColumn), desc(playlists.id))
    .limit(limit)
}

function isOfKind(releases: boolean | undefined): SQL | undefined {
  if (releases === undefined) return undefined
  return releases ? sql`${playlists.type} <> 'playlist'` : sql`${playlists.type} = 'playlist'`
}

/** Until the end of the transaction nobody else creates one with this id. */
export async function existsLocked(db: Db, id: string): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('playlist ' || ${id}, 0))`)
  return (await db.$count(playlists, eq(playlists.id, id))) > 0
}

/** Returns undefined if the slug is taken. */
export async function insertPlaylist(db: Db, row: NewRow) {
  const rows = await db
    .insert(playlists)
    .values(row)
    .onConflictDoNothing({ target: playlists.slug })
    .returning({ id: playlists.id })
  return rows[0]
}

/** Locks the row until the transaction ends. Undefined if it is deleted or owned by another user. */
export async function lockOwned(db: Db, id: string, ownerId: string) {
  const rows = await db
    .select({
      id: playlists.id,
      userId: playlists.userId,
      trackCount: playlists.trackCount,
      type: playlists.type,
      coverPath: playlists.coverPath,
      privacy: playlists.privacy,
      publishAt: playlists.publishAt,
      updatedAt: playlists.updatedAt,
    })
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.userId, ownerId)))
    .for('no key update')
  return rows[0]
}

export async function updatePlaylistRow(db: Db, id: string, update: PlaylistUpdate) {
  await db
    .update(playlists)
    .set({ ...update, updatedAt: changedNow })
    .where(eq(playlists.id, id))
}

/** Undefined if the playlist does not exist or the viewer cannot delete it. */
export async function deletePlaylistRow(db: Db, id: string, viewer: Viewer) {
  const rows = await db
    .delete(playlists)
    .where(and(eq(playlists.id, id), editableBy(playlists, viewer)))
    .returning({ coverPath: playlists.coverPath, userId: playlists.userId, title: playlists.title })
  return rows[0]
}

/** Not `now()`, the start of the transaction: an update that waited for a lock must not look older than the one before it. */
export const changedNow = sql`clock_timestamp()`

export async function isSaved(
  db: Db,
  { userId, playlistId }: { userId: string; playlistId: string },
): Promise<boolean> {
  const rows = await db
    .select({ playlistId: savedPlaylists.playlistId })
    .from(savedPlaylists)
    .where(and(eq(savedPlaylists.userId, userId), eq(savedPlaylists.playlistId, playlistId)))
  return rows.length > 0
}
