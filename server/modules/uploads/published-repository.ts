import { and, desc, eq, inArray } from 'drizzle-orm'
import { tracks, uploads } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

const maxFiles = 500

/** The files of a user's tracks that have one of these sizes. */
export function findPublishedFiles(db: Db, userId: string, sizes: readonly number[]) {
  const { id, slug, title, createdAt } = tracks
  const { size, contentHash, fileName } = uploads
  return db
    .select({ size, contentHash, fileName, track: { id, slug, title, createdAt } })
    .from(tracks)
    .innerJoin(uploads, eq(uploads.objectPath, tracks.audioPath))
    .where(and(eq(tracks.userId, userId), inArray(tracks.audioBytes, [...sizes])))
    .orderBy(desc(tracks.createdAt))
    .limit(maxFiles)
}
