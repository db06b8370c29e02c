import type { Db } from '#server/platform/postgres/open.ts'
import { hotSetSize } from './hot-set.ts'
import { searchHotSet } from './hot-set-repository.ts'
import type { QueryPlan } from './query-plan.ts'
import { rankTracks, scanTopN } from './repository.ts'

/**
 * Finds the most played matches in one of three ways:
 * - Rare terms: the GIN index finds all matches, and all of them are ranked.
 * - Common terms: enough matches are in the hot set, and every other match has fewer plays.
 * - The most common terms: a top-N scan over the tracks by plays meets enough matches soon.
 * Titles that equal the query or start with it come first.
 */
export async function findTracks(db: Db, plan: QueryPlan): Promise<string[]> {
  const { rarest, limit } = plan
  if (rarest.uses <= maxRanked(plan)) return rankTracks(db, plan, rarest.query)

  const scanned = isCommon(plan)
    ? await scanTopN(db, { query: plan.match, limit, depth: scanDepth })
    : []
  const isComplete = scanned.length === limit
  const hot = await searchHotSet(db, plan, { withMatches: !isComplete })
  const matches = isComplete ? scanned : hot.match
  if (matches.length < limit) return rankTracks(db, plan, plan.driving)
  if (hot.exact.length === limit) return hot.exact
  const titled =
    hot.prefix.length === limit
      ? [...(await rankTracks(db, plan, plan.exact)), ...hot.prefix]
      : await rankTracks(db, plan, plan.prefix)
  return [...new Set([...titled, ...matches])].slice(0, limit)
}

/** Below this the hot set is unlikely to contain enough matches, and ranking all of them is as fast. */
const maxRanked = ({ limit, tracks }: QueryPlan) => Math.max(100, (limit * tracks) / hotSetSize)

const scanDepth = 1000
/** Whether the scan is expected to meet twice as many matches as needed. */
const isCommon = ({ expected, tracks, limit }: QueryPlan) =>
  (expected / tracks) * scanDepth > 2 * limit
