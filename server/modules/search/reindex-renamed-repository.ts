import { and, eq, sql } from 'drizzle-orm'
import { renamedUsers } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type Renamed = typeof renamedUsers.$inferSelect

/** Keeps the statement well below the statement timeout. */
const batchSize = 200

export function findRenamed(db: Db): Promise<Renamed[]> {
  return db.select().from(renamedUsers).orderBy(renamedUsers.renamedAt).limit(100)
}

/** Keeps the row of a user who was renamed again in the meantime. */
export async function deleteRenamed(db: Db, { userId, renamedAt }: Renamed): Promise<void> {
  await db
    .delete(renamedUsers)
    .where(and(eq(renamedUsers.userId, userId), eq(renamedUsers.renamedAt, renamedAt)))
}

/**
 * Reindexes one batch of tracks after the id `last`; returns the last id of the batch, or undefined at the
 * end. Locks tracks sorted by id, as all modules do, which prevents deadlocks.
 */
export async function reindexSomeTracks(
  db: Db,
  userId: string,
  last: string | undefined,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with next as (
      select id from tracks where user_id = ${userId} and (${last ?? null}::uuid is null or id > ${last ?? null})
      order by id limit ${batchSize} for update
    ), reindexed as (
      update tracks set search = search_vector_of_track(tracks, uploader) from users uploader
      where uploader.id = tracks.user_id and tracks.id in (select id from next)
    )
    select max(id::text) as last from next having count(*) = ${batchSize}`)
  return rows[0]?.last ?? undefined
}
