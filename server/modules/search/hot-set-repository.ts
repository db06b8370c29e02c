import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import type { QueryPlan } from './query-plan.ts'

/** Track ids by plays, at most `limit` of each kind. */
type HotMatches = { exact: string[]; prefix: string[]; match: string[] }

/** The matches in the hot set; fewer than `limit` does not mean that there are no others. */
export async function searchHotSet(
  db: Db,
  { exact, prefix, match, limit }: QueryPlan,
  { withMatches }: { withMatches: boolean },
): Promise<HotMatches> {
  const best = (query: string) => sql`
    track_id as id from top_tracks where search @@ ${query}::tsquery
    order by play_count desc, track_id desc limit ${limit}`
  const { rows } = await db.execute<{
    kind: keyof HotMatches
    id: string
  }>(sql`
    (select 'exact' as kind, ${best(exact)})
    union all
    (select 'prefix', ${best(prefix)})
    ${withMatches ? sql`union all (select 'match', ${best(match)})` : sql``}`)
  const idsOf = (kind: keyof HotMatches) =>
    rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { exact: idsOf('exact'), prefix: idsOf('prefix'), match: idsOf('match') }
}

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
