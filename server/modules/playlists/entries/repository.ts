import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { PlaylistType } from '#contract/playlist-types.ts'
import { maxPlaylistTracks } from '#contract/playlists.ts'
import { likes, playlists, playlistTracks, tracks, users } from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import { changedNow } from '../repository.ts'

/** Lock order, to prevent deadlocks: tracks before playlists, each sorted by id. */

/** The tracks cannot be deleted until the transaction ends. Without those that are missing or hidden. */
export function lockTracksForKeyShare(db: Db, trackIds: string[], viewer: Viewer) {
  return db
    .select({ id: tracks.id, userId: tracks.userId })
    .from(tracks)
    .where(and(sql`${tracks.id} = ${anyOf(trackIds)}`, visibleTo(tracks, viewer)))
    .orderBy(asc(tracks.id))
    .for('key share')
}

export async function findUpdatedAt(db: Db, playlistId: string) {
  const rows = await db
    .select({ updatedAt: playlists.updatedAt })
    .from(playlists)
    .where(eq(playlists.id, playlistId))
  return rows[0]?.updatedAt
}

/** The entries whose track is visible to the viewer, in order. */
export function listPositions(db: Db, playlistId: string, viewer: Viewer) {
  return db
    .select({
      id: playlistTracks.id,
      trackId: playlistTracks.trackId,
      position: playlistTracks.position,
    })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(and(eq(playlistTracks.playlistId, playlistId), visibleTo(tracks, viewer)))
    .orderBy(asc(playlistTracks.position))
}

/** Of the entries whose track is visible to the viewer; `offset`: how many of them are before the position. */
export async function findTotals(
  db: Db,
  playlistId: string,
  viewer: ContentViewer | undefined,
  position = 0,
) {
  const rows = await db
    .select({
      trackCount: sql<number>`count(*)::int`,
      duration: sql<number>`coalesce(sum(${tracks.duration}), 0)::int`,
      offset: sql<number>`(count(*) filter (where ${playlistTracks.position} < ${position}))::int`,
    })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(and(eq(playlistTracks.playlistId, playlistId), visibleTo(tracks, viewer)))
  const { offset, ...totals } = rows[0] ?? { trackCount: 0, duration: 0, offset: 0 }
  return { totals, offset }
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

type EntriesRange = { limit?: number | undefined; after?: CursorPosition | undefined }

/** All of them, or a range, with the columns that the presenter needs. */
export function listEntries(
  db: Db,
  playlistId: string,
  viewer: ContentViewer | undefined,
  { limit, after }: EntriesRange = {},
) {
  const likedByViewer = viewer?.id ? eq(likes.userId, viewer.id) : sql`false`
  const entries = db
    .select({
      id: playlistTracks.id,
      addedAt: playlistTracks.addedAt,
      position: playlistTracks.position,
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
    })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.trackId, tracks.id), likedByViewer))
    .where(
      and(
        eq(playlistTracks.playlistId, playlistId),
        visibleTo(tracks, viewer),
        after && gt(playlistTracks.position, Number(after.value)),
      ),
    )
    .orderBy(asc(playlistTracks.position))
  return limit === undefined ? entries : entries.limit(limit)
}

/** Returns undefined if the track is already in the playlist, or the playlist a release and the track in another. */
export async function appendEntry(db: Db, entry: Omit<typeof playlistTracks.$inferInsert, 'id'>) {
  const rows = await db
    .insert(playlistTracks)
    .values(entry)
    .onConflictDoNothing()
    .returning({ id: playlistTracks.id, addedAt: playlistTracks.addedAt })
  if (rows[0])
    await db
      .update(playlists)
      .set({ trackCount: sql`${playlists.trackCount} + 1`, updatedAt: changedNow })
      .where(eq(playlists.id, entry.playlistId))
  return rows[0]
}

/** Without those that `appendEntry` would not append. */
export async function appendEntries(
  db: Db,
  { id: playlistId, type: playlistType }: { id: string; type: PlaylistType },
  trackIds: string[],
) {
  if (trackIds.length === 0) return
  const entries = trackIds.map((trackId, index) => ({
    ...{ playlistId, playlistType, trackId },
    position: maxPlaylistTracks + index,
  }))
  // In one order, because releases with the same tracks wait for each other.
  entries.sort((a, b) => (a.trackId < b.trackId ? -1 : 1))
  await db.insert(playlistTracks).values(entries).onConflictDoNothing()
  await reindexPositions(db, [playlistId])
}

/** False if none of the tracks is in the playlist. */
export async function deleteEntries(db: Db, playlistId: string, trackIds: string[]) {
  const { rowCount } = await db
    .delete(playlistTracks)
    .where(
      and(
        eq(playlistTracks.playlistId, playlistId),
        sql`${playlistTracks.trackId} = ${anyOf(trackIds)}`,
      ),
    )
  if (rowCount === 0) return false
  await reindexPositions(db, [playlistId])
  return true
}

export async function setPositions(
  db: Db,
  playlistId: string,
  moves: { id: string; position: number }[],
) {
  const ids = moves.map((move) => move.id)
  const positions = moves.map((move) => move.position)
  await db.execute(sql`
    update ${playlistTracks} entry set position = moved.position
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(positions)}::int[]) as moved (id, position)
    where entry.id = moved.id`)
  await db.update(playlists).set({ updatedAt: changedNow }).where(eq(playlists.id, playlistId))
}

const anyOf = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`

/** Locks every playlist that contains one of the tracks, and returns their ids. */
export async function lockPlaylistsContaining(db: Db, trackIds: string[]): Promise<string[]> {
  const containing = db
    .select({ id: playlistTracks.playlistId })
    .from(playlistTracks)
    .where(sql`${playlistTracks.trackId} = ${anyOf(trackIds)}`)
  const locked = await db
    .select({ id: playlists.id })
    .from(playlists)
    .where(inArray(playlists.id, containing))
    .orderBy(asc(playlists.id))
    .for('no key update')
  return locked.map((playlist) => playlist.id)
}

export async function deleteEntriesOfTracks(db: Db, trackIds: string[]) {
  await db.delete(playlistTracks).where(sql`${playlistTracks.trackId} = ${anyOf(trackIds)}`)
}

/** Renumbers the entries of locked playlists from 0, and counts them. */
export async function reindexPositions(db: Db, playlistIds: string[]) {
  await db.execute(sql`
    update ${playlistTracks} entry set position = numbered.position
    from (
      select id, row_number() over (partition by playlist_id order by position) - 1 as position
      from ${playlistTracks} where playlist_id = ${anyOf(playlistIds)}
    ) as numbered
    where entry.id = numbered.id and entry.position <> numbered.position`)
  await db.execute(sql`
    update ${playlists} playlist
    set track_count = (select count(*) from ${playlistTracks} where playlist_id = playlist.id),
      updated_at = ${changedNow}
    where id = ${anyOf(playlistIds)}`)
}

/** The same for one playlist, which it locks first. */
export async function lockAndReindex(db: Db, playlistId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .select({ id: playlists.id })
      .from(playlists)
      .where(eq(playlists.id, playlistId))
      .for('no key update')
    await reindexPositions(tx, [playlistId])
  })
}
