import { and, type Column, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import {
  audioAnalyses,
  likes,
  playlists,
  playlistTracks,
  tracks,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import {
  type CursorPosition,
  type PageRange,
  type Sort,
  valueOfRow,
} from '#server/shared/cursor.ts'
import { trackContains } from '#server/shared/text-filter-repository.ts'
import { editableBy, isRemovedTrack, visibleTo } from '#server/shared/visibility.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import { type TrackRow, trackColumns } from './columns.ts'

export type NewTrackRow = Omit<typeof tracks.$inferInsert, 'slug'>
export type TrackUpdate = Partial<Omit<NewTrackRow, 'id'>>

const likedBy = (viewer: ContentViewer | undefined) =>
  and(eq(likes.trackId, tracks.id), viewer?.id ? eq(likes.userId, viewer.id) : sql`false`)

/** Reads an index, however many likes there are. */
const newestLikers = sql<string[]>`array(
  select newest.user_id from ${likes} newest where newest.track_id = ${tracks.id}
  order by newest.created_at desc limit ${limits.maxLikesInDetail})`

export async function findTrackRow(
  db: Db,
  by: { id: string } | { slug: string },
  viewer: ContentViewer | undefined,
) {
  const rows = await db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      description: tracks.description,
      newestLikers,
      levels: audioAnalyses.levels,
      failureReason: audioAnalyses.reason,
      downloadCount: tracks.downloadCount,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedBy(viewer))
    .leftJoin(audioAnalyses, eq(audioAnalyses.trackId, tracks.id))
    .where(
      and('id' in by ? eq(tracks.id, by.id) : eq(tracks.slug, by.slug), visibleTo(tracks, viewer)),
    )
  return rows[0]
}

const ownershipById = preparedQuery('track_ownership', (db, name) =>
  db
    .select({ id: tracks.id, userId: tracks.userId, privacy: tracks.privacy })
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .prepare(name),
)

/** The columns that the policy needs. Runs for every play and like. */
export async function findOwnership(db: Db, id: string) {
  const rows = await ownershipById(db).execute({ id })
  return rows[0]
}

/** An anonymous viewer has the id null, which equals no id. */
const likedByPlaceholder = and(
  eq(likes.trackId, tracks.id),
  eq(likes.userId, sql.placeholder('viewerId')),
)

/** Written exactly as in the partial indexes, or the planner does not use them. */
const isPublic = sql`${tracks.privacy} = 'public'`

const publicByIds = preparedQuery('public_tracks_by_ids', (db, name) =>
  db
    .select({ track: trackColumns, user: userSummaryColumns, likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedByPlaceholder)
    .where(and(sql`${tracks.id} = any(${sql.placeholder('ids')}::uuid[])`, isPublic))
    .prepare(name),
)

/** The public ones among these ids, unordered. */
export function listPublicByIds(db: Db, ids: string[], viewer: Viewer | undefined) {
  return publicByIds(db).execute({ ids, viewerId: viewer?.id ?? null })
}

/** Those that the viewer may see, unordered. */
export function listVisibleByIds(db: Db, ids: string[], viewer: Viewer) {
  return db
    .select({ track: trackColumns, user: userSummaryColumns, likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedBy(viewer))
    .where(and(sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`, visibleTo(tracks, viewer)))
}

type Listing = PageRange & {
  publicOnly: boolean
  sort: Sort
  genre?: string | undefined
  userId?: string | undefined
  show?: (typeof tracks.$inferSelect)['privacy'] | 'scheduled' | 'removed' | undefined
  /** A substring of the title or of the uploader's display name. */
  q?: string | null | undefined
}

const sortColumns = {
  recent: tracks.createdAt,
  updated: tracks.updatedAt,
  plays: tracks.flushedPlays,
  likes: tracks.likeCount,
  popular: sql`(${tracks.flushedPlays} + ${tracks.likeCount})`,
} as const

/** Lists are sorted by `flushedPlays`; `playCount` is what is displayed. */
export type ListedRow = TrackRow & { flushedPlays: number }

export function listRows(
  db: Db,
  viewer: Viewer | undefined,
  listing: Listing,
): Promise<ListedRow[]> {
  const { publicOnly, sort, limit, after, genre, userId, show, q } = listing
  const sortColumn = sortColumns[sort]
  return db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      flushedPlays: tracks.flushedPlays,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedBy(viewer))
    .where(
      and(
        publicOnly ? isPublic : undefined,
        genre === undefined ? undefined : sql`coalesce(${tracks.genre}, 'other') = ${genre}`,
        userId === undefined ? undefined : eq(tracks.userId, userId),
        show && isShown[show],
        q ? trackContains(q) : undefined,
        after &&
          sql`(${sortColumn}, ${tracks.id}) < (${valueAfter(after, sortColumn)}, ${after.id})`,
      ),
    )
    .orderBy(desc(sortColumn), desc(tracks.id))
    .limit(limit)
}

/** What is scheduled is stored as private. */
const isShown: Record<NonNullable<Listing['show']>, SQL | undefined> = {
  public: eq(tracks.privacy, 'public'),
  unlisted: eq(tracks.privacy, 'unlisted'),
  private: and(eq(tracks.privacy, 'private'), isNull(tracks.publishAt)),
  scheduled: isNotNull(tracks.publishAt),
  removed: isRemovedTrack,
}

const valueAfter = ({ value, id }: CursorPosition, sortColumn: Column | SQL) =>
  value === valueOfRow
    ? sql`(select ${sortColumn} from ${tracks} where ${tracks.id} = ${id})`
    : value

/** Returns undefined if the slug is taken. */
export async function insertTrack(db: Db, row: NewTrackRow & { slug: string }) {
  const rows = await db
    .insert(tracks)
    .values(row)
    .onConflictDoNothing({ target: tracks.slug })
    .returning({ id: tracks.id })
  return rows[0]
}

/** Locks the row until the transaction ends. Undefined if the viewer cannot edit the track. */
export async function lockEditable(db: Db, id: string, viewer: Viewer) {
  const rows = await db
    .select()
    .from(tracks)
    .where(and(eq(tracks.id, id), editableBy(tracks, viewer)))
    .for('no key update')
  return rows[0]
}

export async function isReleaseCover(db: Db, trackId: string, objectPath: string) {
  const rows = await db
    .select({ id: playlists.id })
    .from(playlistTracks)
    .innerJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .where(
      and(
        eq(playlistTracks.trackId, trackId),
        ne(playlistTracks.playlistType, 'playlist'),
        eq(playlists.coverPath, objectPath),
      ),
    )
  return rows.length > 0
}

export async function updateTrackRow(db: Db, id: string, update: TrackUpdate) {
  await db
    .update(tracks)
    .set({ ...update, updatedAt: sql`clock_timestamp()` })
    .where(eq(tracks.id, id))
}
