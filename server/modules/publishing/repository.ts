import { and, asc, eq, inArray, isNotNull, lte, ne, notExists, sql } from 'drizzle-orm'
import { playlists, playlistTracks, removals, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type Scheduled = typeof tracks | typeof playlists

/** What a moderator removed, or whose owner is suspended, waits until it is restored. */
const isAllowed = (db: Db, table: Scheduled) =>
  and(
    notExists(
      db
        .select({ id: removals.id })
        .from(removals)
        .where(eq(table === tracks ? removals.trackId : removals.playlistId, table.id)),
    ),
    notExists(
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, table.userId), isNotNull(users.suspendedAt))),
    ),
  )

/**
 * Of locked rows. In a statement of its own: one that waits for a lock still sees removals and users as they were before,
 * and a moderator locks the row first.
 */
async function findAllowed(tx: Db, table: Scheduled, locked: { id: string }[]): Promise<string[]> {
  const ids = locked.map(({ id }) => id)
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, ids), isAllowed(tx, table)))
    .orderBy(asc(table.id))
  return rows.map(({ id }) => id)
}

const isDue = (db: Db, table: Scheduled) =>
  and(lte(table.publishAt, sql`now()`), isAllowed(db, table))

const maxAtOnce = 100

/** Rows that are being edited are skipped until the next run. */
export async function lockDueTracks(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(isDue(tx, tracks))
    .orderBy(asc(tracks.id))
    .limit(maxAtOnce)
    .for('no key update', { skipLocked: true })
  return findAllowed(tx, tracks, rows)
}

export async function findDuePlaylists(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: playlists.id })
    .from(playlists)
    .where(isDue(db, playlists))
    .limit(maxAtOnce)
  return rows.map(({ id }) => id)
}

/** The private tracks of a release, which become public with it, in the order of ids. None for other playlists. */
export async function lockTracksToPublish(tx: Db, playlistId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(playlistTracks, eq(playlistTracks.trackId, tracks.id))
    .where(
      and(
        eq(playlistTracks.playlistId, playlistId),
        ne(playlistTracks.playlistType, 'playlist'),
        eq(tracks.privacy, 'private'),
      ),
    )
    .orderBy(asc(tracks.id))
    .for('no key update', { of: tracks })
  return findAllowed(tx, tracks, rows)
}

/** The tracks of a release that are scheduled for the same time as it was. */
export async function rescheduleTracks(
  tx: Db,
  playlistId: string,
  { from, to }: { from: Date; to: Date | null },
): Promise<void> {
  const ofRelease = tx
    .select({ id: playlistTracks.trackId })
    .from(playlistTracks)
    .where(
      and(eq(playlistTracks.playlistId, playlistId), ne(playlistTracks.playlistType, 'playlist')),
    )
  await tx
    .update(tracks)
    .set({ publishAt: to, updatedAt: sql`now()` })
    .where(and(inArray(tracks.id, ofRelease), eq(tracks.publishAt, from)))
}

/** False if another server has published it, or its owner has changed the time. */
export async function lockDuePlaylist(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.id, id), lte(playlists.publishAt, sql`now()`)))
    .for('no key update')
  return (await findAllowed(tx, playlists, rows)).length > 0
}

const publication = {
  privacy: 'public',
  publishAt: null,
  createdAt: sql`now()`,
  updatedAt: sql`now()`,
} as const

export async function publishTracks(tx: Db, ids: string[]) {
  if (ids.length > 0) await tx.update(tracks).set(publication).where(inArray(tracks.id, ids))
}

/**
 * Lists begin with the newest: the first track of the release is. Without those that are no longer tracks of it, which was
 * not locked when they were.
 */
export async function publishTracksOfRelease(tx: Db, playlistId: string, ids: string[]) {
  if (ids.length === 0) return
  const createdAt = sql`now() - ${playlistTracks.position} * interval '1 millisecond'`
  await tx
    .update(tracks)
    .set({ ...publication, createdAt })
    .from(playlistTracks)
    .where(
      and(
        eq(playlistTracks.playlistId, playlistId),
        ne(playlistTracks.playlistType, 'playlist'),
        eq(playlistTracks.trackId, tracks.id),
        inArray(tracks.id, ids),
      ),
    )
}

export async function publishPlaylist(tx: Db, id: string) {
  await tx.update(playlists).set(publication).where(eq(playlists.id, id))
}
