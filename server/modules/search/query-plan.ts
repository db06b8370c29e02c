import { isWithinOneEdit } from '#contract/edit-distance.ts'

/** A term of the index, and roughly how many documents contain it. */
export type IndexedTerm = { term: string; uses: number }

type QueryTerm = IndexedTerm & {
  /**
   * The indexed terms that it matches: itself or, for the last term, everything with this prefix. Null if there are
   * too many to list: then it is searched as a prefix.
   */
  expansions: IndexedTerm[] | null
}

export type ParsedQuery = {
  terms: QueryTerm[]
  /** The whole query as the index stores names, to find equal ones and those that start with it. */
  name: string
  /** The number of public tracks, at least 1. */
  tracks: number
}

/** How to execute a search. All queries are the text of a tsquery. */
export type QueryPlan = {
  /** All terms. */
  match: string
  /** The least used term. */
  rarest: { query: string; uses: number }
  /** The cheapest condition to drive the index scan with; `match` is checked on its hits. */
  driving: string
  /** The number of public tracks. */
  tracks: number
  /** A name that equals the query. */
  exact: string
  /** A name that starts with the query. */
  prefix: string
  limit: number
}

type Clause = {
  query: string
  uses: number
  /** Whether it contains a prefix search, for which GIN reads all matching entries first. */
  hasPrefix: boolean
}

/** More suggestions per term would not help, and cost time. */
const maxSimilarTerms = 20

/** Every term must match; the last one as a prefix. Undefined if a term is not indexed. */
export function planExact(query: ParsedQuery, limit: number): QueryPlan | undefined {
  return buildPlan(
    query,
    query.terms.map((term) => anyOf(expand(term))),
    limit,
  )
}

/** Every term may be one edit away from an indexed term. `similar` lists the candidates per term. */
export function planWithTypos(
  query: ParsedQuery,
  similar: IndexedTerm[][],
  limit: number,
): QueryPlan | undefined {
  const clauses = query.terms.map((term, index) => {
    const candidates = similar[index] ?? []
    const suggestions = candidates.filter((other) => isWithinOneEdit(term.term, other.term))
    return anyOf([...expand(term), ...suggestions.slice(0, maxSimilarTerms).map(wholeTerm)])
  })
  return buildPlan(query, clauses, limit)
}

/** Terms contain no tsquery operators: search_words_of splits at all of them. */
const wholeTerm = ({ term, uses }: IndexedTerm): Clause => ({
  query: `'${term}'`,
  uses,
  hasPrefix: false,
})

function expand({ term, uses, expansions }: QueryTerm): Clause[] {
  if (uses === 0) return []
  if (expansions) return expansions.map(wholeTerm)
  return [{ query: `'${term}':*`, uses, hasPrefix: true }]
}

function anyOf(clauses: Clause[]): Clause {
  return {
    query: `(${clauses.map(({ query }) => query).join(' | ')})`,
    uses: clauses.reduce((sum, { uses }) => sum + uses, 0),
    hasPrefix: clauses.some(({ hasPrefix }) => hasPrefix),
  }
}

function buildPlan(
  { name, tracks }: ParsedQuery,
  clauses: Clause[],
  limit: number,
): QueryPlan | undefined {
  const [rarest] = clauses.toSorted((a, b) => a.uses - b.uses)
  if (!rarest || rarest.uses === 0) return undefined
  const expectedHits = (some: Clause[]) =>
    some.reduce((hits, { uses }) => hits * Math.min(1, uses / tracks), tracks)
  const allOf = (some: Clause[]) => some.map(({ query }) => query).join(' & ')
  const exactClauses = clauses.filter(({ hasPrefix }) => !hasPrefix)
  const prefixes = clauses.filter(({ hasPrefix }) => hasPrefix)
  const skipPrefixes =
    exactClauses.length > 0 && expectedHits(exactClauses) <= expectedHits(prefixes)
  return {
    match: allOf(clauses),
    exact: `'${name}'`,
    prefix: `'${name}':*`,
    rarest,
    driving: allOf(skipPrefixes ? exactClauses : clauses),
    tracks,
    limit,
  }
}
