import type { Db } from '#server/platform/postgres/open.ts'
import { lookAtMostPlayed, type Met, rankTracks, type Wanted, walkMostPlayed } from './queries.ts'

/** Few enough to look at each. */
const few = 2000
/** A first look at the most played tells whether going on is worth it. */
const firstLook = 400
const longestWalk = 5000

/**
 * Rare words are found through their index. Common ones by walking the most played tracks in order:
 * whatever else fits has fewer plays. What is hardly met on the way is rare again.
 */
export async function findTracks(db: Db, wanted: Wanted): Promise<string[]> {
  const { rarest, limit } = wanted
  if (rarest.uses <= few) return rankTracks(db, wanted, rarest.query)

  const met = await lookAtMostPlayed(db, wanted, firstLook)
  const fits = await walkOn(db, wanted, met, 'fits')
  if (!fits) return rankTracks(db, wanted, wanted.fits)
  const is = await walkOn(db, wanted, met, 'is')
  if (is) return is
  const begins = await walkOn(db, wanted, met, 'begins')
  const titled = begins
    ? [...(await rankTracks(db, wanted, wanted.is)), ...begins]
    : await rankTracks(db, wanted, wanted.begins)
  return [...new Set([...titled, ...fits])].slice(0, limit)
}

/** The most played of one kind, or nothing if too few are met on the way. */
async function walkOn(
  db: Db,
  wanted: Wanted,
  met: Met,
  kind: keyof Met,
): Promise<string[] | undefined> {
  const { limit } = wanted
  if (met[kind].length === limit) return met[kind]
  if (met[kind].length < 2) return undefined
  const walked = await walkMostPlayed(db, { query: wanted[kind], limit, depth: longestWalk })
  return walked.length === limit ? walked : undefined
}
