import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import type { QueryPlan } from './repository.ts'

/** Ids in the order of plays, as many of each kind as wanted at most. */
type Top = { is: string[]; begins: string[]; fits: string[] }

/** What there is of each kind among the top tracks; fewer than wanted does not mean that there are no others. */
export async function searchHotSet(
  db: Db,
  { exact, prefix, match, limit }: QueryPlan,
  { withFits }: { withFits: boolean },
): Promise<Top> {
  const best = (query: string) => sql`
    track_id as id from top_tracks where search @@ ${query}::tsquery
    order by play_count desc, track_id desc limit ${limit}`
  const { rows } = await db.execute<{ kind: keyof Top; id: string }>(sql`
    (select 'is' as kind, ${best(exact)})
    union all
    (select 'begins', ${best(prefix)})
    ${withFits ? sql`union all (select 'fits', ${best(match)})` : sql``}`)
  const of = (kind: keyof Top) => rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { is: of('is'), begins: of('begins'), fits: of('fits') }
}

export async function countHotSet(db: Db): Promise<{ top: number; all: number }> {
  const { rows } = await db.execute<{ top: number; all: number }>(sql`
    select (select count(*)::int from top_tracks) as top,
      (select coalesce(sum(tracks), 0)::int from genre_counts) as all`)
  return rows[0] ?? { top: 0, all: 0 }
}

/** Nobody writes a track meanwhile: whoever does so later sees the new least one. */
export async function replaceHotSet(db: Db, wanted: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table tracks in share row exclusive mode`)
    await tx.execute(sql`delete from top_tracks`)
    await tx.execute(sql`delete from top_tracks_least`)
    await tx.execute(sql`
      insert into top_tracks (track_id, play_count, search)
      select id, play_count, search from tracks where privacy = 'public'
      order by play_count desc, id desc limit ${wanted}`)
    await tx.execute(sql`
      insert into top_tracks_least (play_count, track_id)
      select play_count, track_id from top_tracks order by play_count desc, track_id desc
      offset ${wanted - 1} limit 1`)
  })
}
