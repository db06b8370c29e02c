import { and, eq, sql } from 'drizzle-orm'
import { uploadAnalyses, uploads } from '#server/database/schema.ts'
import { leasesOn } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export const leases = leasesOn(uploadAnalyses, uploadAnalyses.uploadId)

export type LeasedUpload = {
  id: string
  lease: string
  attempts: number
  userId: string
  audioPath: string
  duration: number | null
}

/** Queues a registered file of the user that nothing uses yet, once. */
export async function insertUploadAnalysis(
  db: Db,
  { userId, audioPath }: { userId: string; audioPath: string },
): Promise<void> {
  await db.execute(sql`
    insert into ${uploadAnalyses} (upload_id) select id from ${uploads}
    where object_path = ${audioPath} and user_id = ${userId} and kind = 'audio' and state = 'registered'
    on conflict do nothing`)
}

export async function findUploadAnalysis(
  db: Db,
  { userId, audioPath }: { userId: string; audioPath: string },
) {
  const rows = await db
    .select({ analysis: uploadAnalyses, upload: uploads })
    .from(uploadAnalyses)
    .innerJoin(uploads, eq(uploads.id, uploadAnalyses.uploadId))
    .where(and(eq(uploads.objectPath, audioPath), eq(uploads.userId, userId)))
  return rows[0]
}

/** Safe on several servers concurrently. */
export async function leaseNextUpload(db: Db): Promise<LeasedUpload | undefined> {
  const rows = await db
    .update(uploadAnalyses)
    .set({ ...leases.acquired, attempts: sql`${uploadAnalyses.attempts} + 1` })
    .from(uploads)
    .where(
      and(
        eq(
          uploadAnalyses.uploadId,
          sql`(select ${uploadAnalyses.uploadId} from ${uploadAnalyses}
            where ${uploadAnalyses.state} = 'pending' and ${leases.isFree}
            order by ${uploadAnalyses.createdAt} limit 1 for update skip locked)`,
        ),
        eq(uploads.id, uploadAnalyses.uploadId),
      ),
    )
    .returning({
      id: uploadAnalyses.uploadId,
      lease: sql<string>`${uploadAnalyses.lease}`,
      attempts: uploadAnalyses.attempts,
      userId: sql<string>`${uploads.userId}`,
      audioPath: sql<string>`${uploads.objectPath}`,
      duration: uploads.duration,
    })
  return rows[0]
}

export async function saveUploadAnalysis(
  db: Db,
  held: LeasedUpload,
  row: Partial<typeof uploadAnalyses.$inferInsert>,
): Promise<void> {
  await db
    .update(uploadAnalyses)
    .set({ ...row, analyzedAt: sql`now()`, lease: null })
    .where(leases.heldBy(held))
}

/** The result, which belongs to what uses the file from now on. Undefined if there is none. */
export async function deleteUploadAnalysis(db: Db, audioPath: string) {
  const rows = await db
    .delete(uploadAnalyses)
    .where(
      eq(
        uploadAnalyses.uploadId,
        sql`(select id from ${uploads} where object_path = ${audioPath})`,
      ),
    )
    .returning()
  return rows[0]?.state === 'ready' ? rows[0] : undefined
}
