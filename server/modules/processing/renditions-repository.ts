import { and, eq, sql } from 'drizzle-orm'
import { audioAnalyses, tracks, uploads } from '#server/database/schema.ts'
import type { RenditionFormat } from '#server/platform/media/audio-formats.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type LeasedTrack, leases } from './repository.ts'

/** Without a user: renditions count toward the storage by their tracks, and not as uploads. */
export async function insertRendition(
  db: Db,
  rendition: { id: string; key: string; objectPath: string; contentType: string },
): Promise<void> {
  await db
    .insert(uploads)
    .values({ ...rendition, state: 'checking', kind: 'audio', registeredAt: sql`now()` })
}

/** A background job removes the file. */
export async function releaseRendition(db: Db, objectPath: string): Promise<void> {
  await db.update(uploads).set({ state: 'released' }).where(eq(uploads.objectPath, objectPath))
}

const columns = {
  opus: {
    path: tracks.opusPath,
    set: (opusPath: string, opusBytes: number) => ({ opusPath, opusBytes }),
  },
  aac: {
    path: tracks.aacPath,
    set: (aacPath: string, aacBytes: number) => ({ aacPath, aacBytes }),
  },
}

/**
 * References a complete file instead of the previous one. False, without a change, if the track was deleted or has
 * another original, or if another server has taken over.
 */
export async function publishRendition(
  db: Db,
  leased: LeasedTrack,
  { format, objectPath, bytes }: { format: RenditionFormat; objectPath: string; bytes: number },
): Promise<boolean> {
  const { path, set } = columns[format]
  return db.transaction(async (tx) => {
    const [track] = await tx
      .select({ previous: path })
      .from(tracks)
      .where(and(eq(tracks.id, leased.id), eq(tracks.audioPath, leased.audioPath)))
      .for('no key update')
    // In a statement of its own: one that waits for a lock still sees other tables as they were before.
    if (!track || !(await tx.$count(audioAnalyses, leases.heldBy(leased)))) return false
    await tx.update(tracks).set(set(objectPath, bytes)).where(eq(tracks.id, leased.id))
    await tx
      .update(uploads)
      .set({ state: 'used', size: bytes, registeredAt: sql`now()` })
      .where(eq(uploads.objectPath, objectPath))
    if (track.previous) await releaseRendition(tx, track.previous)
    return true
  })
}
