import type { Db } from '#server/platform/postgres/open.ts'
import { rankTracks, type Wanted, walkMostPlayed } from './queries.ts'
import { topTracksWanted } from './top-tracks/choose.ts'
import { lookAtTopTracks } from './top-tracks/queries.ts'

/**
 * Three ways lead to the most played hits. Through the index of words every hit is looked at: short for rare
 * words. Common ones have enough hits among the top tracks, and whatever else fits has fewer plays. The
 * commonest are met soon by walking the most played tracks in order.
 */
export async function findTracks(db: Db, wanted: Wanted): Promise<string[]> {
  const { rarest, limit } = wanted
  if (rarest.uses <= few(wanted)) return rankTracks(db, wanted, rarest.query)

  const walked = isEverywhere(wanted)
    ? await walkMostPlayed(db, { query: wanted.fits, limit, depth: walkMost })
    : []
  const isEnough = walked.length === limit
  const top = await lookAtTopTracks(db, wanted, { withFits: !isEnough })
  const fits = isEnough ? walked : top.fits
  if (fits.length < limit) return rankTracks(db, wanted, wanted.through)
  if (top.is.length === limit) return top.is
  const titled =
    top.begins.length === limit
      ? [...(await rankTracks(db, wanted, wanted.is)), ...top.begins]
      : await rankTracks(db, wanted, wanted.begins)
  return [...new Set([...titled, ...fits])].slice(0, limit)
}

/** With so few hits, not enough of them are among the top tracks, or looking at all takes no longer. */
const few = ({ limit, tracks }: Wanted) => Math.max(100, (limit * tracks) / topTracksWanted)

const walkMost = 1000
const isEverywhere = ({ expected, tracks, limit }: Wanted) =>
  (expected / tracks) * walkMost > 2 * limit
