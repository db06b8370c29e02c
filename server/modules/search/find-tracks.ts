import type { Db } from '#server/platform/postgres/open.ts'
import { type QueryPlan, rankTracks, scanTopN } from './repository.ts'
import { hotSetSize } from './top-tracks.ts'
import { searchHotSet } from './top-tracks-repository.ts'

/**
 * Three ways lead to the most played hits. Through the index of words every hit is looked at: short for rare
 * words. Common ones have enough hits among the top tracks, and whatever else fits has fewer plays. The
 * commonest are met soon by walking the most played tracks in order.
 */
export async function findTracks(db: Db, wanted: QueryPlan): Promise<string[]> {
  const { rarest, limit } = wanted
  if (rarest.uses <= few(wanted)) return rankTracks(db, wanted, rarest.query)

  const walked = isEverywhere(wanted)
    ? await scanTopN(db, { query: wanted.match, limit, depth: walkMost })
    : []
  const isEnough = walked.length === limit
  const top = await searchHotSet(db, wanted, { withFits: !isEnough })
  const fits = isEnough ? walked : top.fits
  if (fits.length < limit) return rankTracks(db, wanted, wanted.driving)
  if (top.is.length === limit) return top.is
  const titled =
    top.begins.length === limit
      ? [...(await rankTracks(db, wanted, wanted.exact)), ...top.begins]
      : await rankTracks(db, wanted, wanted.prefix)
  return [...new Set([...titled, ...fits])].slice(0, limit)
}

/** With so few hits, not enough of them are among the top tracks, or looking at all takes no longer. */
const few = ({ limit, tracks }: QueryPlan) => Math.max(100, (limit * tracks) / hotSetSize)

const walkMost = 1000
const isEverywhere = ({ expected, tracks, limit }: QueryPlan) =>
  (expected / tracks) * walkMost > 2 * limit
