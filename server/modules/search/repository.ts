import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

export type IndexedTerm = {
  word: string
  /** In how many things it stands, roughly; 0 if it is not known. Of the last word: all that begin so. */
  uses: number
}
export type QueryTerm = IndexedTerm & {
  /** What it may stand for: the word itself or, of the last word, all known ones that begin so; null if there are many. */
  expansions: IndexedTerm[] | null
}
export type ParsedQuery = {
  words: QueryTerm[]
  /** All the words as one name. */
  name: string
  /** How many public tracks there are, at least 1. */
  tracks: number
}

/** Numbers that are the same each time stand in the text: with a limit for a value PostgreSQL would plan anew each time. */
const wordsMost = sql.raw('8')
/** So many are better looked up one by one than as a beginning, which the index first reads through as a whole. */
const namedMost = sql.raw('20')
/** If so many words begin alike, nobody needs to know how often each is used. */
const begunMost = sql.raw('200')
/** Sorts after every word that begins with what stands before it. */
const last = sql`chr(1114111)`

const beginsSo = sql`known.word ~>=~ asked.word and known.word ~<~ (asked.word || ${last})`

type TypedRow = IndexedTerm & Omit<ParsedQuery, 'words'> & { begun: IndexedTerm[] | null }

/** Cuts a text into words as the database cuts every text, and looks up how common they are. */
export async function tokenize(db: Db, text: string): Promise<ParsedQuery> {
  const { rows } = await db.execute<TypedRow>(sql`
    with typed as materialized (
      select (search_words_of(${text}))[1:${wordsMost}] as words, search_name_of(${text}) as name,
        (select greatest(sum(tracks), 1)::int from genre_counts) as tracks
    )
    select asked.word, name, tracks, coalesce(begun.uses, (
        select greatest(uses, 1) from search_words known where place < cardinality(words) and known.word = asked.word
      ), 0)::int as uses,
      case when begun.number between 1 and ${namedMost} then (
        select json_agg(json_build_object('word', word, 'uses', greatest(uses, 1))) from search_words known where ${beginsSo}
      ) end as begun
    from typed cross join unnest(words) with ordinality as asked (word, place) cross join lateral (
      select sum(greatest(uses, 1)) + case when count(*) = ${begunMost} then 1000000 else 0 end as uses, count(*) as number
      from (
        select uses from search_words known where place = cardinality(words) and ${beginsSo} limit ${begunMost}
      ) as looked
    ) as begun
    order by place`)
  const { name, tracks } = rows[0] ?? { name: '', tracks: 1 }
  const words = rows.map(({ word, uses, begun }, index) => ({
    word,
    uses,
    expansions: index < rows.length - 1 ? [{ word, uses }] : begun,
  }))
  return { words, name, tracks }
}

/** Short words have the most. */
const nearMost = 100

/** For each word the known ones that share all but one or two letters with it, the most used first. */
export async function findSimilarTerms(db: Db, words: string[]): Promise<IndexedTerm[][]> {
  const { rows } = await db.execute<{ near: IndexedTerm[] }>(sql`
    select coalesce(json_agg(json_build_object('word', near.word, 'uses', greatest(near.uses, 1)))
      filter (where near.word is not null), '[]') as near
    from unnest(${sql.param(words)}::text[]) with ordinality as asked (word, place)
    left join lateral (
      select word, uses from search_words where variants && search_variants_of(asked.word)
      order by uses desc limit ${nearMost}) as near on true
    group by place order by place`)
  return rows.map((row) => row.near)
}

/** What to look for, as texts of tsqueries. */
export type QueryPlan = {
  /** All words. */
  match: string
  /** The least common of them, and how many things have it. */
  rarest: { query: string; uses: number }
  /** The shortest way through the index to whatever may fit. */
  driving: string
  /** How many of the public tracks would have all of them if each stood anywhere by chance. */
  expected: number
  tracks: number
  /** A name that is what was typed. */
  exact: string
  /** A name that begins so. */
  prefix: string
  limit: number
}

type Found = { id: string }
const idsOf = ({ rows }: { rows: Found[] }) => rows.map((row) => row.id)

/** Looks at all tracks that have `through`, and puts those first whose title is or begins with what was typed. */
export async function rankTracks(db: Db, wanted: QueryPlan, through: string): Promise<string[]> {
  const { match, exact, prefix, limit } = wanted
  // 'is true' keeps the second condition out of the index, where common words take long.
  const result = await db.execute<Found>(sql`
    select id from tracks
    where privacy = 'public' and search @@ ${through}::tsquery and (search @@ ${match}::tsquery) is true
    order by case when search @@ ${exact}::tsquery then 0 when search @@ ${prefix}::tsquery then 1 else 2 end,
      play_count desc, id desc
    limit ${limit}`)
  return idsOf(result)
}

/** Goes through the most played tracks one after the other, no further than it takes to meet `limit`. */
export async function scanTopN(
  db: Db,
  { query, limit, depth }: { query: string; limit: number; depth: number },
): Promise<string[]> {
  const result = await db.execute<Found>(sql`
    select id from (
      select id, search from tracks where privacy = 'public' order by play_count desc, id desc limit ${depth}
    ) as walked where search @@ ${query}::tsquery limit ${limit}`)
  return idsOf(result)
}

/** Where more of one kind than this are found, some of them have to do. */
const hitsMost = 200

/** Those whose name is or begins with what was typed and, unless they are `enough` already, all others that fit. */
const hitsOf = (rows: SQL, { exact, prefix, match }: QueryPlan, enough: number) => sql`
  named as materialized (
    (select 0 as tier, ${rows} and search @@ ${exact}::tsquery limit ${hitsMost})
    union all
    (select 1, ${rows} and search @@ ${prefix}::tsquery limit ${hitsMost})
  ), hits as (
    select * from named
    union all
    (select 2, ${rows} and search @@ ${match}::tsquery
       and (select count(distinct id) from named) < ${enough} limit ${hitsMost})
  )`

/**
 * People whose name is or begins so, then the others; each by the plays of their newest tracks.
 * `uploaders` are looked at in any case: they have the tracks that were found.
 */
export async function rankUsers(db: Db, wanted: QueryPlan, uploaders: string[]): Promise<string[]> {
  const looked = Math.max(wanted.limit, 20)
  const result = await db.execute<Found>(sql`
    with ${hitsOf(sql`id from users where true`, wanted, looked)}, looked as (
      select id, min(tier) as tier from (
        select * from hits
        union all
        select 2, id from users
        where id = any(${sql.param(uploaders)}::uuid[]) and search @@ ${wanted.match}::tsquery
      ) as every group by id
      order by tier, id = any(${sql.param(uploaders)}::uuid[]) desc limit ${looked}
    )
    select id from looked cross join lateral (
      select sum(play_count) as plays from (
        select play_count from tracks where user_id = looked.id and privacy = 'public'
        order by created_at desc, id desc limit 20
      ) as newest
    ) as heard
    order by tier, plays desc nulls last, id limit ${wanted.limit}`)
  return idsOf(result)
}

export async function rankPlaylists(db: Db, wanted: QueryPlan): Promise<string[]> {
  const result = await db.execute<Found>(sql`
    with ${hitsOf(sql`id, track_count from playlists where privacy = 'public'`, wanted, wanted.limit)}
    select id from hits group by id, track_count
    order by min(tier), track_count desc, id limit ${wanted.limit}`)
  return idsOf(result)
}

/**
 * Counts anew in how many things each word stands, and learns those that are missing. A word that
 * stands nowhere is forgotten one night later: an upload under way may have found it known.
 */
export async function rebuildTermStatistics(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table counted_words on commit drop as
      select word, ndoc as uses from ts_stat($$
        select search from tracks where privacy = 'public' union all select search from users
        union all select search from playlists where privacy = 'public'$$)
      where not starts_with(word, '=')`)
    await tx.execute(sql`analyze counted_words`)
    await tx.execute(sql`
      delete from search_words where uses = 0 and word not in (select word from counted_words)`)
    await tx.execute(sql`
      update search_words set uses = 0 where uses <> 0 and word not in (select word from counted_words)`)
    await tx.execute(sql`
      insert into search_words as known (word, variants, uses)
      select word, search_variants_of(word), uses from counted_words order by word
      on conflict (word) do update set uses = excluded.uses where known.uses <> excluded.uses`)
  })
}
