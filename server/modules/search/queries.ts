import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

export type Typed = {
  /** Lower case and without accents, as the database cuts every text. */
  words: string[]
  /** All of them as one name. */
  name: string
}

const wordsMost = 8

export async function cutIntoWords(db: Db, text: string): Promise<Typed> {
  const { rows } = await db.execute<Typed>(sql`
    select (search_words_of(${text}))[1:${wordsMost}::int] as words, search_name_of(${text}) as name`)
  return rows[0] ?? { words: [], name: '' }
}

/** For each word the known ones that share all but one or two letters with it, the most used first. */
export async function findNearWords(db: Db, words: string[]): Promise<string[][]> {
  const { rows } = await db.execute<{ near: string[] }>(sql`
    select array(
      select word from search_words where variants && search_variants_of(asked.word)
      order by uses desc limit 20) as near
    from unnest(${sql.param(words)}::text[]) with ordinality as asked (word, place) order by place`)
  return rows.map((row) => row.near)
}

/** What to look for, as texts of tsqueries: what fits at all, and which names are or begin with what was typed. */
export type Wanted = { fits: string; is: string; begins: string; limit: number }

type Found = { id: string }

/** Names that are what was typed come first, then names that begin so. */
const tier = ({ is, begins }: Wanted) =>
  sql`case when search @@ ${is}::tsquery then 0 when search @@ ${begins}::tsquery then 1 else 2 end`

/** Looks at every hit: for when there are not too many. */
export async function rankTracks(db: Db, wanted: Wanted, hits = wanted.fits): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    select id from tracks where privacy = 'public' and search @@ ${hits}::tsquery
    order by ${tier(wanted)}, play_count desc, id desc limit ${wanted.limit}`)
  return rows.map((row) => row.id)
}

export type Walked = { is: string[]; begins: string[]; fits: string[] }

/** The most played tracks one after the other, at most `depth`, until enough of each kind are found. */
export async function walkMostPlayed(db: Db, wanted: Wanted, depth: number): Promise<Walked> {
  const { is, begins, fits, limit } = wanted
  const { rows } = await db.execute<Found & { kind: keyof Walked }>(sql`
    with walked as materialized (
      select id, search from tracks where privacy = 'public'
      order by play_count desc, id desc limit ${depth}
    ), named as materialized (
      select id, play_count from tracks where privacy = 'public' and search @@ ${is}::tsquery
    )
    (select 'is' as kind, id from named order by play_count desc, id desc limit ${limit})
    union all
    (select 'begins', id from walked where search @@ ${begins}::tsquery limit ${limit})
    union all
    (select 'fits', id from walked where search @@ ${fits}::tsquery limit ${limit})`)
  const idsOf = (kind: keyof Walked) => rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { is: idsOf('is'), begins: idsOf('begins'), fits: idsOf('fits') }
}

/** So many of each tier are looked at, and their tracks' plays added up. */
const peopleMost = 50

/** People by the plays of their tracks, after those whose name is or begins so. */
export async function rankUsers(db: Db, wanted: Wanted, uploaders: string[]): Promise<string[]> {
  const { is, begins, fits, limit } = wanted
  const { rows } = await db.execute<Found>(sql`
    with hits as (
      (select id, 0 as tier from users where search @@ ${is}::tsquery limit ${peopleMost})
      union all
      (select id, 1 from users where search @@ ${begins}::tsquery limit ${peopleMost})
      union all
      (select id, 2 from users where id = any(${sql.param(uploaders)}::uuid[]) and (search @@ ${fits}::tsquery))
      union all
      (select id, 2 from users where search @@ ${fits}::tsquery limit ${peopleMost})
    ), first_hits as (
      select id, min(tier) as tier from hits group by id order by tier limit ${peopleMost}
    )
    select id from first_hits cross join lateral (
      select coalesce(sum(play_count), 0) as plays from (
        select play_count from tracks where user_id = first_hits.id and privacy = 'public' limit 100
      ) as theirs
    ) as heard
    order by tier, plays desc, id limit ${limit}`)
  return rows.map((row) => row.id)
}

export async function rankPlaylists(db: Db, wanted: Wanted): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    select id from playlists where privacy = 'public' and search @@ ${wanted.fits}::tsquery
    order by ${tier(wanted)}, track_count desc, id limit ${wanted.limit}`)
  return rows.map((row) => row.id)
}

/** Counts anew in how many things each word stands; learns what is missing and forgets what stands nowhere. */
export async function countWordsAnew(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table counted_words on commit drop as
      select word, ndoc from ts_stat($$
        select search from tracks where privacy = 'public' union all select search from users
        union all select search from playlists where privacy = 'public'$$)
      where not starts_with(word, '=')`)
    await tx.execute(sql`
      insert into search_words as kept (word, variants, uses)
      select word, search_variants_of(word), ndoc from counted_words order by word
      on conflict (word) do update set uses = excluded.uses where kept.uses <> excluded.uses`)
    await tx.execute(sql`
      delete from search_words kept where not exists (select from counted_words counted where counted.word = kept.word)`)
  })
}
