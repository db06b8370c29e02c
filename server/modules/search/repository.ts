import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { isActiveUser } from '#server/shared/visibility.ts'
import type { IndexedTerm, ParsedQuery, QueryPlan } from './query-plan.ts'

const maxTerms = sql.raw('8')
/** Up to this many expansions are searched one by one, which is faster than a prefix search in GIN. */
const maxExpansions = sql.raw('20')
/** For a prefix of this many terms, their exact number of uses does not matter. */
const maxCountedTerms = sql.raw('200')
/** Sorts after every term with the same prefix. */
const lastCharacter = sql`chr(1114111)`

const hasPrefix = sql`indexed.word ~>=~ typed.term and indexed.word ~<~ (typed.term || ${lastCharacter})`

type TokenRow = IndexedTerm &
  Omit<ParsedQuery, 'terms'> & {
    expansions: IndexedTerm[] | null
  }

/** Splits a text with the same SQL function as all indexed texts, and looks up how common its terms are. */
export async function tokenize(db: Db, text: string): Promise<ParsedQuery> {
  const { rows } = await db.execute<TokenRow>(sql`
    with query as materialized (
      select (search_words_of(${text}))[1:${maxTerms}] as terms, search_name_of(${text}) as name,
        (select greatest(sum(tracks), 1)::int from genre_counts) as tracks
    )
    select typed.term, name, tracks, coalesce(by_prefix.uses, (
        select greatest(uses, 1) from search_words indexed
        where ordinal < cardinality(terms) and indexed.word = typed.term
      ), 0)::int as uses,
      case when by_prefix.matches between 1 and ${maxExpansions} then (
        select json_agg(json_build_object('term', word, 'uses', greatest(uses, 1))) from search_words indexed
        where ${hasPrefix}
      ) end as expansions
    from query cross join unnest(terms) with ordinality as typed (term, ordinal) cross join lateral (
      select sum(greatest(uses, 1)) + case when count(*) = ${maxCountedTerms} then 1000000 else 0 end as uses,
        count(*) as matches
      from (
        select uses from search_words indexed
        where ordinal = cardinality(terms) and ${hasPrefix} limit ${maxCountedTerms}
      ) as counted
    ) as by_prefix
    order by ordinal`)
  const { name, tracks } = rows[0] ?? { name: '', tracks: 1 }
  const terms = rows.map(({ term, uses, expansions }, index) => ({
    term,
    uses,
    expansions: index < rows.length - 1 ? [{ term, uses }] : expansions,
  }))
  return { terms, name, tracks }
}

/** Short terms have the most candidates. */
const maxCandidates = 100

/** For each term the indexed ones that share all but one or two letters with it, the most used first. */
export async function findSimilarTerms(db: Db, terms: string[]): Promise<IndexedTerm[][]> {
  const { rows } = await db.execute<{ similar: IndexedTerm[] }>(sql`
    select coalesce(json_agg(json_build_object('term', candidate.word, 'uses', greatest(candidate.uses, 1)))
      filter (where candidate.word is not null), '[]') as similar
    from unnest(${sql.param(terms)}::text[]) with ordinality as typed (term, ordinal)
    left join lateral (
      select word, uses from search_words where variants && search_variants_of(typed.term)
      order by uses desc limit ${maxCandidates}) as candidate on true
    group by ordinal order by ordinal`)
  return rows.map((row) => row.similar)
}

type IdRow = { id: string }
const idsOf = ({ rows }: { rows: IdRow[] }) => rows.map((row) => row.id)

/** Ranks all tracks that match `driving`: titles that equal the query, titles that start with it, then by plays. */
export async function rankTracks(db: Db, plan: QueryPlan, driving: string): Promise<string[]> {
  const { match, exact, prefix, limit } = plan
  // 'is true' excludes the second condition from the index scan, where common terms are slow.
  const result = await db.execute<IdRow>(sql`
    select id from tracks
    where privacy = 'public' and search @@ ${driving}::tsquery and (search @@ ${match}::tsquery) is true
    order by case when search @@ ${exact}::tsquery then 0 when search @@ ${prefix}::tsquery then 1 else 2 end,
      play_count desc, id desc
    limit ${limit}`)
  return idsOf(result)
}

/** Track ids by plays, at most `limit` of each kind. */
type HotMatches = { exact: string[]; prefix: string[]; match: string[] }

/** The matches in the hot set; fewer than `limit` does not mean that there are no others. */
export async function searchHotSet(
  db: Db,
  { exact, prefix, match, limit }: QueryPlan,
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
    union all
    (select 'match', ${best(match)})`)
  const ofKind = (kind: keyof HotMatches) =>
    rows.filter((row) => row.kind === kind).map((row) => row.id)
  return { exact: ofKind('exact'), prefix: ofKind('prefix'), match: ofKind('match') }
}

/** If a tier has more matches than this, an arbitrary selection of them is ranked. */
const maxMatchesPerTier = 200

/** Names that equal the query (tier 0) or start with it (1) and, if those are fewer than `enough`, other matches (2). */
const tieredMatches = (rows: SQL, { exact, prefix, match }: QueryPlan, enough: number) => sql`
  named as materialized (
    (select 0 as tier, ${rows} and search @@ ${exact}::tsquery limit ${maxMatchesPerTier})
    union all
    (select 1, ${rows} and search @@ ${prefix}::tsquery limit ${maxMatchesPerTier})
  ), matches as (
    select * from named
    union all
    (select 2, ${rows} and search @@ ${match}::tsquery
       and (select count(distinct id) from named) < ${enough} limit ${maxMatchesPerTier})
  )`

/**
 * By tier, then by the plays of their newest tracks. `uploaderIds` are candidates in any case: their tracks were found.
 */
export async function rankUsers(db: Db, plan: QueryPlan, uploaderIds: string[]): Promise<string[]> {
  const maxRanked = Math.max(plan.limit, 20)
  const result = await db.execute<IdRow>(sql`
    with ${tieredMatches(sql`id from users where ${isActiveUser}`, plan, maxRanked)}, ranked as (
      select id, min(tier) as tier from (
        select * from matches
        union all
        select 2, id from users
        where id = any(${sql.param(uploaderIds)}::uuid[]) and search @@ ${plan.match}::tsquery
      ) as candidates group by id
      order by tier, id = any(${sql.param(uploaderIds)}::uuid[]) desc limit ${maxRanked}
    )
    select id from ranked cross join lateral (
      select sum(play_count) as plays from (
        select play_count from tracks where user_id = ranked.id and privacy = 'public'
        order by created_at desc, id desc limit 20
      ) as newest
    ) as popularity
    order by tier, plays desc nulls last, id limit ${plan.limit}`)
  return idsOf(result)
}

/** Releases, or all other playlists. */
export async function rankPlaylists(
  db: Db,
  plan: QueryPlan,
  { releases }: { releases: boolean },
): Promise<string[]> {
  const rows = sql`id, track_count from playlists
    where privacy = 'public' and (type <> 'playlist') = ${releases}`
  const result = await db.execute<IdRow>(sql`
    with ${tieredMatches(rows, plan, plan.limit)}
    select id from matches group by id, track_count
    order by min(tier), track_count desc, id limit ${plan.limit}`)
  return idsOf(result)
}
