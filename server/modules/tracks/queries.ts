import { and, asc, desc, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { likes, plays, tracks, users } from '#server/database/schema.ts'
import { builtOnce } from '#server/platform/postgres/built-once.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { trackColumns, uploaderColumns } from './columns.ts'
import type { Place, TrackSort } from './cursor.ts'

export type NewTrackRow = Omit<typeof tracks.$inferInsert, 'id' | 'slug'>
export type TrackChangeRow = Partial<NewTrackRow>

/** The rules of visibility.ts as conditions, so that they hold at the very moment of the change. */
function seenBy(viewer: Viewer | undefined): SQL | undefined {
  if (viewer?.isAdmin) return undefined
  return or(ne(tracks.privacy, 'private'), viewer && eq(tracks.userId, viewer.id))
}

function managedBy(viewer: Viewer): SQL | undefined {
  return viewer.isAdmin ? undefined : eq(tracks.userId, viewer.id)
}

const oneOf = (column: PgColumn, ids: string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

const likedBy = (viewer: Viewer | undefined) =>
  and(eq(likes.trackId, tracks.id), viewer ? eq(likes.userId, viewer.id) : sql`false`)

/** Through an index, however many likes there are. */
const newestLikers = sql<string[]>`array(
  select newest.user_id from ${likes} newest where newest.track_id = ${tracks.id}
  order by newest.created_at desc limit ${limits.maxLikesInDetail})`

export async function findOne(
  db: Db,
  by: { id: string } | { slug: string },
  viewer: Viewer | undefined,
) {
  const rows = await db
    .select({
      track: trackColumns,
      user: uploaderColumns,
      likedBy: likes.userId,
      newestLikers,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedBy(viewer))
    .where(and('id' in by ? eq(tracks.id, by.id) : eq(tracks.slug, by.slug), seenBy(viewer)))
  return rows[0]
}

/** Only what the guards ask for. */
export async function findOwnership(db: Db, id: string) {
  const rows = await db
    .select({ userId: tracks.userId, privacy: tracks.privacy })
    .from(tracks)
    .where(eq(tracks.id, id))
  return rows[0]
}

export type Listing = {
  publicOnly: boolean
  sort: TrackSort
  limit: number
  after: Place | undefined
  genre: string | undefined
  userId: string | undefined
  /** A part of the title or of the uploader's display name. */
  q: string | null | undefined
}

const sortColumns = {
  recent: tracks.createdAt,
  plays: tracks.playCount,
  likes: tracks.likeCount,
  popular: sql`(${tracks.playCount} + ${tracks.likeCount})`,
} as const

/** Word for word as in the indexes, or the planner does not know that they fit. */
const isPublic = sql`${tracks.privacy} = 'public'`

function selectRows(db: Db, viewer: Viewer | undefined) {
  return db
    .select({
      track: trackColumns,
      user: uploaderColumns,
      likedBy: likes.userId,
      /** Not what is shown: plays are ranked some seconds after they are counted. */
      rankedPlays: tracks.playCount,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedBy(viewer))
}

/** Nobody has the id null, so that a visitor likes nothing. */
const likedByAsked = and(
  eq(likes.trackId, tracks.id),
  eq(likes.userId, sql.placeholder('viewerId')),
)

const publicByIds = builtOnce((db) =>
  db
    .select({ track: trackColumns, user: uploaderColumns, likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, likedByAsked)
    .where(and(sql`${tracks.id} = any(${sql.placeholder('ids')}::uuid[])`, isPublic))
    .prepare(''),
)

/** Those of them that are public, in no order. */
export function listPublicByIds(db: Db, ids: string[], viewer: Viewer | undefined) {
  return publicByIds(db).execute({ ids, viewerId: viewer?.id ?? null })
}

export function list(db: Db, viewer: Viewer | undefined, listing: Listing) {
  const { publicOnly, sort, limit, after, genre, userId, q } = listing
  const sorted = sortColumns[sort]
  return selectRows(db, viewer)
    .where(
      and(
        publicOnly ? isPublic : undefined,
        genre === undefined ? undefined : sql`coalesce(${tracks.genre}, 'other') = ${genre}`,
        userId === undefined ? undefined : eq(tracks.userId, userId),
        q ? containing(q) : undefined,
        after && sql`(${sorted}, ${tracks.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(sorted), desc(tracks.id))
    .limit(limit)
}

function containing(q: string): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ilike(tracks.title, pattern),
    // As one array, so that either side can use its index.
    sql`${tracks.userId} = any(array(
      select named.id from ${users} named where named.display_name ilike ${pattern}))`,
  )
}

/** Answers nothing where the slug is taken. */
export async function insertTrack(db: Db, row: NewTrackRow & { slug: string }) {
  const rows = await db
    .insert(tracks)
    .values(row)
    .onConflictDoNothing({ target: tracks.slug })
    .returning({ id: tracks.id })
  return rows[0]
}

/** Nobody else changes the track until the transaction ends. Nothing if it is not for the viewer to change. */
export async function lockManaged(db: Db, id: string, viewer: Viewer) {
  const rows = await db
    .select({ artworkUrl: tracks.artworkUrl })
    .from(tracks)
    .where(and(eq(tracks.id, id), managedBy(viewer)))
    .for('no key update')
  return rows[0]
}

export async function updateTrack(db: Db, id: string, change: TrackChangeRow) {
  await db
    .update(tracks)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(tracks.id, id))
}

/** Locks them against every use, in the order in which everybody locks tracks. */
export function lockToDelete(db: Db, which: { id: string; viewer: Viewer } | { userId: string }) {
  const chosen =
    'userId' in which
      ? eq(tracks.userId, which.userId)
      : and(eq(tracks.id, which.id), managedBy(which.viewer))
  return db
    .select({ id: tracks.id, audioUrl: tracks.audioUrl, artworkUrl: tracks.artworkUrl })
    .from(tracks)
    .where(chosen)
    .orderBy(asc(tracks.id))
    .for('update')
}

const AT_ONCE = 20_000

/** A track may have any number of these; each call deletes some and answers whether there may be more. */
export const deleteSomeLikes = (db: Db, trackIds: string[]) =>
  deleteSome(db, likes, oneOf(likes.trackId, trackIds))
export const deleteSomePlays = (db: Db, trackIds: string[]) =>
  deleteSome(db, plays, oneOf(plays.trackId, trackIds))

async function deleteSome(db: Db, table: PgTable, which: SQL): Promise<boolean> {
  const result = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${which} limit ${AT_ONCE}))`)
  return result.rowCount === AT_ONCE
}

/** The database takes along whatever still refers to them. */
export async function deleteTracks(db: Db, ids: string[]) {
  await db.delete(tracks).where(oneOf(tracks.id, ids))
}
