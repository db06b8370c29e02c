import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { uploads } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Of a stored file, as JSON; undefined if it was not read yet. */
export async function findLayout(db: Db, audioPath: string): Promise<string | undefined> {
  const rows = await db
    .select({ tagLayout: uploads.tagLayout })
    .from(uploads)
    .where(eq(uploads.objectPath, audioPath))
  return rows[0]?.tagLayout ?? undefined
}

/** A used original whose layout was not read, after this id. */
export async function findWithoutLayout(db: Db, after: string) {
  const rows = await db
    .select({ id: uploads.id, audioPath: sql<string>`${uploads.objectPath}` })
    .from(uploads)
    .where(
      and(
        isNull(uploads.tagLayout),
        eq(uploads.kind, 'audio'),
        isNotNull(uploads.userId),
        eq(uploads.state, 'used'),
        isNotNull(uploads.objectPath),
        sql`${uploads.id} > ${after}`,
      ),
    )
    .orderBy(asc(uploads.id))
    .limit(1)
  return rows[0]
}

export async function saveLayout(db: Db, id: string, tagLayout: string): Promise<void> {
  await db.update(uploads).set({ tagLayout }).where(eq(uploads.id, id))
}
