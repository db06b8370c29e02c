import { and, eq, sql } from 'drizzle-orm'
import { renamedUsers } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export async function countHotSet(db: Db): Promise<{ hot: number; all: number }> {
  const { rows } = await db.execute<{ hot: number; all: number }>(sql`
    select (select count(*)::int from top_tracks) as hot,
      (select coalesce(sum(tracks), 0)::int from genre_counts) as all`)
  return rows[0] ?? { hot: 0, all: 0 }
}

/** Blocks writes to tracks: every later write sees the new threshold. */
export async function replaceHotSet(db: Db, size: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table tracks in share row exclusive mode`)
    await tx.execute(sql`delete from top_tracks`)
    await tx.execute(sql`delete from top_tracks_least`)
    await tx.execute(sql`
      insert into top_tracks (track_id, play_count, search)
      select id, play_count, search from tracks where privacy = 'public'
      order by play_count desc, id desc limit ${size}`)
    await tx.execute(sql`
      insert into top_tracks_least (play_count, track_id)
      select play_count, track_id from top_tracks order by play_count desc, track_id desc
      offset ${size - 1} limit 1`)
  })
}

/**
 * Counts how many documents contain each term, and inserts missing ones. An unused term is deleted one night later: a
 * concurrent upload may have seen it as indexed.
 */
export async function rebuildTermStatistics(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table counted_terms on commit drop as
      select word, ndoc as uses from ts_stat($$
        select search from tracks where privacy = 'public' union all select search from users
        union all select search from playlists where privacy = 'public'$$)
      where not starts_with(word, '=')`)
    await tx.execute(sql`analyze counted_terms`)
    await tx.execute(sql`
      delete from search_words where uses = 0 and word not in (select word from counted_terms)`)
    await tx.execute(sql`
      update search_words set uses = 0 where uses <> 0 and word not in (select word from counted_terms)`)
    await tx.execute(sql`
      insert into search_words as indexed (word, variants, uses)
      select word, search_variants_of(word), uses from counted_terms order by word
      on conflict (word) do update set uses = excluded.uses where indexed.uses <> excluded.uses`)
  })
}

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
