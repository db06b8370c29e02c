import { inArray, sql } from 'drizzle-orm'
import {
  audioAnalyses,
  credits,
  follows,
  likes,
  playlists,
  playlistTracks,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Bulk inserts that leave the counters as the product itself would have left them. */

export type NewPlaylist = typeof playlists.$inferInsert & { id: string; trackIds: string[] }
export type NewLike = { userId: string; trackId: string; createdAt: Date }
export type NewFollow = { followerId: string; followingId: string; createdAt: Date }

export async function insertUsers(
  db: Db,
  rows: readonly (typeof users.$inferInsert)[],
): Promise<void> {
  await inBatches(rows, (batch) => db.insert(users).values(batch))
}

export async function insertTracks(
  db: Db,
  rows: readonly (typeof tracks.$inferInsert)[],
): Promise<void> {
  await inBatches(rows, (batch) => db.insert(tracks).values(batch))
}

/** The server analyzes their audio once it runs. */
export async function queueAnalyses(db: Db, trackIds: readonly string[]): Promise<void> {
  const rows = trackIds.map((trackId) => ({ trackId, priority: 0 }))
  await inBatches(rows, (batch) => db.insert(audioAnalyses).values(batch))
}

export async function insertPlaylists(db: Db, rows: readonly NewPlaylist[]): Promise<void> {
  await inBatches(rows, (batch) =>
    db
      .insert(playlists)
      .values(batch.map(({ trackIds, ...row }) => ({ ...row, trackCount: trackIds.length }))),
  )
  const entries = rows.flatMap(({ id, type, trackIds, createdAt }) =>
    trackIds.map((trackId, position) => ({
      playlistId: id,
      playlistType: type,
      trackId,
      position,
      addedAt: createdAt,
    })),
  )
  await inBatches(entries, (batch) => db.insert(playlistTracks).values(batch))
}

export async function insertCredits(
  db: Db,
  rows: readonly (typeof credits.$inferInsert)[],
): Promise<void> {
  await inBatches(rows, (batch) => db.insert(credits).values(batch))
}

export async function insertLikes(db: Db, rows: readonly NewLike[]): Promise<void> {
  await inBatches(rows, (batch) => db.insert(likes).values(batch))
  const trackIds = [...new Set(rows.map(({ trackId }) => trackId))]
  const likeCount = sql`(select count(*) from ${likes} where ${likes.trackId} = ${tracks.id})::int`
  await inBatches(trackIds, (batch) =>
    db.update(tracks).set({ likeCount }).where(inArray(tracks.id, batch)),
  )
}

export async function insertFollows(db: Db, rows: readonly NewFollow[]): Promise<void> {
  await inBatches(rows, (batch) => db.insert(follows).values(batch))
}

/** A statement takes at most 65,535 parameters. */
const batchRows = 1000

async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchRows)
    await insert(rows.slice(start, start + batchRows))
}
