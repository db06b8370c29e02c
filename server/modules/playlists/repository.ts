import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { playlists, playlistTracks, tracks, users } from '#server/database/schema.ts'
import { uploaderColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
import { editableBy } from '#server/shared/visibility-sql.ts'
import type { Viewer } from '#server/viewer.ts'

export type PlaylistRow = Awaited<ReturnType<typeof selectPlaylists>>[number]
type PlaylistChange = Partial<
  Pick<typeof playlists.$inferInsert, 'title' | 'description' | 'privacy' | 'coverUrl'>
>

type Asked<Value> = Value | ReturnType<typeof sql.placeholder>

/** Those that are hidden are few, and have an index of their own. */
function visibleTrackCount(viewerId: Asked<string | null>, seesAll: Asked<boolean>) {
  return sql<number>`${playlists.trackCount} - (
    select count(*)::int from ${playlistTracks} entry join ${tracks} hidden on hidden.id = entry.track_id
    where entry.playlist_id = ${playlists.id} and hidden.privacy = 'private'
      and hidden.user_id is distinct from ${viewerId}::uuid and not ${seesAll}::boolean)`
}

function selectPlaylists(db: Db, trackCount: SQL<number>) {
  return db
    .select({
      id: playlists.id,
      userId: playlists.userId,
      title: playlists.title,
      slug: playlists.slug,
      description: playlists.description,
      coverUrl: playlists.coverUrl,
      privacy: playlists.privacy,
      trackCount,
      createdAt: playlists.createdAt,
      updatedAt: playlists.updatedAt,
      user: uploaderColumns,
    })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
}

const countVisibleTo = (viewer: Viewer | undefined) =>
  visibleTrackCount(viewer?.id ?? null, viewer?.isAdmin ?? false)

export async function findById(db: Db, id: string, viewer: Viewer | undefined) {
  const rows = await selectPlaylists(db, countVisibleTo(viewer)).where(eq(playlists.id, id))
  return rows[0]
}

export async function findBySlug(db: Db, slug: string, viewer: Viewer | undefined) {
  const rows = await selectPlaylists(db, countVisibleTo(viewer)).where(eq(playlists.slug, slug))
  return rows[0]
}

/** Only what the guards ask for. */
export async function findOwnership(db: Db, id: string) {
  const rows = await db
    .select({ userId: playlists.userId, privacy: playlists.privacy })
    .from(playlists)
    .where(eq(playlists.id, id))
  return rows[0]
}

const byIds = preparedQuery('playlists_by_ids', (db, name) =>
  selectPlaylists(db, visibleTrackCount(sql.placeholder('viewerId'), sql.placeholder('seesAll')))
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

export type PlaylistPage = {
  userId: string
  publicOnly: boolean
  limit: number
  after: CursorPosition | undefined
}

export function listOfUser(db: Db, viewer: Viewer | undefined, page: PlaylistPage) {
  const { userId, publicOnly, limit, after } = page
  return selectPlaylists(db, countVisibleTo(viewer))
    .where(
      and(
        eq(playlists.userId, userId),
        publicOnly ? eq(playlists.privacy, 'public') : undefined,
        after && sql`(${playlists.createdAt}, ${playlists.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(limit)
}

/** Answers nothing where the slug is taken. */
export async function insertPlaylist(db: Db, row: typeof playlists.$inferInsert) {
  const rows = await db
    .insert(playlists)
    .values(row)
    .onConflictDoNothing({ target: playlists.slug })
    .returning({ id: playlists.id })
  return rows[0]
}

/** Nobody else changes the playlist until the transaction ends. Nothing if it is gone or not the caller's own. */
export async function lockOwned(db: Db, id: string, ownerId: string) {
  const rows = await db
    .select({
      trackCount: playlists.trackCount,
      coverUrl: playlists.coverUrl,
      updatedAt: playlists.updatedAt,
    })
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.userId, ownerId)))
    .for('no key update')
  return rows[0]
}

export async function updatePlaylistRow(db: Db, id: string, change: PlaylistChange) {
  await db
    .update(playlists)
    .set({ ...change, updatedAt: changedNow })
    .where(eq(playlists.id, id))
}

/** Answers what was deleted, or nothing if it is not there or not for this viewer to delete. */
export async function deletePlaylistRow(db: Db, id: string, viewer: Viewer) {
  const rows = await db
    .delete(playlists)
    .where(and(eq(playlists.id, id), editableBy(playlists, viewer)))
    .returning({ coverUrl: playlists.coverUrl })
  return rows[0]
}

/** Not `now()`, the start of the transaction: changes that waited for one another must not look older than they are. */
export const changedNow = sql`clock_timestamp()`
