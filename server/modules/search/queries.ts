import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

export type KnownWord = {
  word: string
  /** Something public has this very word. */
  known: boolean
  /** In how many tracks, roughly, a word begins so. */
  uses: number
  /** Known words that share all but one or two letters with it; asked for only where it is unknown. */
  near: string[]
}

const wordsMost = 8
/** Sorts after every word that begins with what stands before it. */
const last = sql`chr(1114111)`

export async function lookUpWords(db: Db, text: string): Promise<KnownWord[]> {
  const { rows } = await db.execute<KnownWord>(sql`
    select asked.word, found.known, found.uses, case when found.uses > 0 then '{}' else array(
      select near.word from search_words near
      where near.variants && search_variants_of(asked.word) order by near.uses desc limit 20) end as near
    from unnest(search_words_of(${text})) with ordinality as asked (word, place)
    cross join lateral (
      select coalesce(sum(begun.uses), 0)::int as uses, coalesce(bool_or(begun.word = asked.word), false) as known
      from search_words begun where begun.word ~>=~ asked.word and begun.word ~<~ (asked.word || ${last})
    ) as found
    order by asked.place limit ${wordsMost}`)
  return rows
}

export type Wanted = {
  /** A tsquery. */
  query: string
  /** The words as typed, for 'begins with'. */
  key: string
  limit: number
}

type Found = { id: string }

/** Few enough to look at each: titles that are or begin so first, then by plays. */
export async function findTracks(db: Db, { query, key, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    with titled as (
      select id, case when search_key_of(title) = ${key} then 0 else 1 end as tier, play_count from tracks
      where privacy = 'public' and search_key_of(title) ~>=~ ${key} and search_key_of(title) ~<~ (${key} || ${last})
      order by tier, play_count desc, id desc limit ${limit}
    ), worded as (
      select id, 2 as tier, play_count from tracks
      where privacy = 'public' and search @@ ${query}::tsquery
      order by play_count desc, id desc limit ${limit}
    )
    select id from (select * from titled union all select * from worded) as hits
    group by id, play_count order by min(tier), play_count desc, id desc limit ${limit}`)
  return rows.map((row) => row.id)
}

/**
 * So many that looking at each would take long: the most played tracks are walked in order until
 * enough fit. Whatever fits and is not among them has fewer plays, so nothing better is missed.
 * Fewer than `limit` ids mean that the walk ended too early and settles nothing.
 */
export async function findPopularTracks(db: Db, { query, key, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    with popular as materialized (
      select id, play_count, title from (
        select id, play_count, title, search from tracks where privacy = 'public'
        order by play_count desc, id desc limit 5000
      ) as walked where search @@ ${query}::tsquery limit ${limit * 4}
    ), exact as (
      select id, 0 as tier, play_count from tracks
      where privacy = 'public' and search_key_of(title) = ${key}
      order by play_count desc, id desc limit ${limit}
    )
    select id from (
      select * from exact
      union all
      select id, case when search_key_of(title) like ${`${key}%`} then 1 else 2 end, play_count from popular
    ) as hits
    group by id, play_count order by min(tier), play_count desc, id desc limit ${limit}`)
  return rows.map((row) => row.id)
}

/** People by the plays of their tracks, after those whose name is or begins so. */
export async function findUsers(db: Db, { query, key, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    with hits as (
      (select id, display_name, username from users where search_key_of(display_name) = ${key} limit 50)
      union
      (select id, display_name, username from users where search @@ ${query}::tsquery limit 200)
    ), first_hits as (
      select id, least(name_tier(display_name, ${key}), name_tier(username, ${key})) as tier
      from hits order by tier limit 50
    )
    select id from first_hits cross join lateral (
      select coalesce(sum(play_count), 0) as plays from (
        select play_count from tracks where user_id = first_hits.id and privacy = 'public' limit 100
      ) as theirs
    ) as heard
    order by tier, plays desc, id limit ${limit}`)
  return rows.map((row) => row.id)
}

export async function findPlaylists(db: Db, { query, key, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.execute<Found>(sql`
    select id from playlists where privacy = 'public' and search @@ ${query}::tsquery
    order by name_tier(title, ${key}), track_count desc, id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Counts anew in how many tracks each word stands, and forgets the words that stand nowhere. */
export async function countWordsAnew(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table counted_words on commit drop as
      select word, ndoc from ts_stat($$
        select search from tracks where privacy = 'public' union all select search from users
        union all select search from playlists where privacy = 'public'$$)`)
    await tx.execute(sql`
      update search_words kept set uses = ndoc from counted_words counted
      where counted.word = kept.word and kept.uses <> ndoc`)
    await tx.execute(sql`
      delete from search_words kept where not exists (select from counted_words counted where counted.word = kept.word)`)
  })
}
