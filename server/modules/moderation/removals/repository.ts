import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Privacy } from '#contract/fields.ts'
import {
  playlists,
  removals,
  removedFiles,
  tracks,
  trackVersions,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type Target = { kind: 'track' | 'playlist'; id: string }

const tables = { track: tracks, playlist: playlists }

const isOf = ({ kind, id }: Target): SQL =>
  eq(kind === 'track' ? removals.trackId : removals.playlistId, id)

export async function findRemoval(db: Db, target: Target) {
  const rows = await db
    .select({ reason: removals.reason, createdAt: removals.createdAt })
    .from(removals)
    .where(isOf(target))
  return rows[0]
}

/** Of the track and its former versions. */
export async function listAudioPaths(db: Db, trackId: string): Promise<string[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select audio_path as path from ${tracks} where id = ${trackId}
    union all select audio_path from ${trackVersions} where track_id = ${trackId}`)
  return rows.map(({ path }) => path)
}

/** The owner, the privacy and the files of the target, locked against edits and other removals until the transaction ends. */
export async function lockTarget(tx: Db, { kind, id }: Target) {
  if (kind === 'playlist') {
    const rows = await tx
      .select({
        userId: playlists.userId,
        privacy: playlists.privacy,
        coverPath: playlists.coverPath,
      })
      .from(playlists)
      .where(eq(playlists.id, id))
      .for('no key update')
    if (!rows[0]) return undefined
    const { coverPath, ...row } = rows[0]
    return { ...row, files: [coverPath] }
  }
  const rows = await tx
    .select({
      userId: tracks.userId,
      privacy: tracks.privacy,
      audioPath: tracks.audioPath,
      opusPath: tracks.opusPath,
      aacPath: tracks.aacPath,
      artworkPath: tracks.artworkPath,
    })
    .from(tracks)
    .where(eq(tracks.id, id))
    .for('no key update')
  if (!rows[0]) return undefined
  const { userId, privacy, audioPath, opusPath, aacPath, artworkPath } = rows[0]
  return { userId, privacy, files: [audioPath, opusPath, aacPath, artworkPath] }
}

/** `updated_at` stays, so that lists sorted by it show the item at its old position once it is restored. */
export async function setPrivacy(tx: Db, { kind, id }: Target, privacy: Privacy) {
  const table = tables[kind]
  await tx.update(table).set({ privacy }).where(eq(table.id, id))
}

/** False if it is removed already. If its owner is suspended, the privacy before that stays. */
export async function insertRemoval(
  tx: Db,
  { kind, id }: Target,
  { privacy, reason }: { privacy: Privacy; reason: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(removals)
    .values({ [`${kind}Id`]: id, privacy, reason })
    .onConflictDoUpdate({
      target: kind === 'track' ? removals.trackId : removals.playlistId,
      set: { reason, createdAt: sql`now()` },
      setWhere: isNull(removals.reason),
    })
  return rowCount === 1
}

/** Returns the privacy before the removal; undefined if it stays private because its owner is suspended. */
export async function deleteRemoval(tx: Db, target: Target) {
  await tx
    .update(removals)
    .set({ reason: null })
    .where(and(isOf(target), removals.isOwnerSuspended))
  const rows = await tx
    .delete(removals)
    .where(and(isOf(target), eq(removals.isOwnerSuspended, false)))
    .returning({ privacy: removals.privacy })
  return rows[0]?.privacy
}

export async function insertRemovedFiles(tx: Db, files: (typeof removedFiles.$inferInsert)[]) {
  if (files.length > 0) await tx.insert(removedFiles).values(files).onConflictDoNothing()
}

export async function deleteRemovedFile(tx: Db, trackId: string) {
  await tx.delete(removedFiles).where(eq(removedFiles.trackId, trackId))
}
