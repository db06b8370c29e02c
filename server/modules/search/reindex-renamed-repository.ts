import { and, eq, sql } from 'drizzle-orm'
import { renamedUsers } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type Renamed = typeof renamedUsers.$inferSelect

/** Few enough to be done well before a statement times out. */
const atOnce = 200

export function findRenamed(db: Db): Promise<Renamed[]> {
  return db.select().from(renamedUsers).orderBy(renamedUsers.renamedAt).limit(100)
}

/** Who was renamed again meanwhile is not forgotten. */
export async function deleteRenamed(db: Db, { userId, renamedAt }: Renamed): Promise<void> {
  await db
    .delete(renamedUsers)
    .where(and(eq(renamedUsers.userId, userId), eq(renamedUsers.renamedAt, renamedAt)))
}

/**
 * Mends the tracks after `last` in the order of their ids; answers the last of them, or nothing at the
 * end. Locked in that order too, as everywhere, so that two servers do not wait for each other.
 */
export async function reindexSomeTracks(
  db: Db,
  userId: string,
  last: string | undefined,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with next as (
      select id from tracks where user_id = ${userId} and (${last ?? null}::uuid is null or id > ${last ?? null})
      order by id limit ${atOnce} for update
    ), mended as (
      update tracks set search = search_vector_of_track(tracks, uploader) from users uploader
      where uploader.id = tracks.user_id and tracks.id in (select id from next)
    )
    select max(id::text) as last from next having count(*) = ${atOnce}`)
  return rows[0]?.last ?? undefined
}
