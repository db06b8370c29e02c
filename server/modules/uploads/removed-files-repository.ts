import { eq } from 'drizzle-orm'
import { removedFiles } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Of the removed files of this size. */
export async function findRemovedHashes(db: Db, size: number): Promise<string[]> {
  const rows = await db
    .select({ sha256: removedFiles.sha256 })
    .from(removedFiles)
    .where(eq(removedFiles.size, size))
  return rows.map(({ sha256 }) => sha256)
}
