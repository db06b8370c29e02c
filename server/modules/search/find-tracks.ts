import type { Db } from '#server/platform/postgres/open.ts'
import { lookAtMostPlayed, type Met, rankTracks, type Wanted, walkMostPlayed } from './queries.ts'

/** So many of the most played tracks show which kinds of hits are common. */
const firstLook = 400
const longestWalk = 8000

/**
 * Two ways lead to the most played hits. Through the index of words every hit is looked at. Walking
 * the most played tracks in order, all that do not fit are looked at too, until enough fit: whatever
 * else fits has fewer plays. The first way is short for rare words, the second for common ones.
 */
export async function findTracks(db: Db, wanted: Wanted): Promise<string[]> {
  const { rarest, limit } = wanted
  if (rarest.uses <= asManyEitherWay(wanted)) return rankTracks(db, wanted, rarest.query)

  const met = await lookAtMostPlayed(db, wanted, firstLook)
  const fits = await walk(db, wanted, 'fits', met, wanted.expected)
  if (!fits) return rankTracks(db, wanted, wanted.fits)
  const is = await walk(db, wanted, 'is', met)
  if (is) return is
  const begins = await walk(db, wanted, 'begins', met)
  const titled = begins
    ? [...(await rankTracks(db, wanted, wanted.is)), ...begins]
    : await rankTracks(db, wanted, wanted.begins)
  return [...new Set([...titled, ...fits])].slice(0, limit)
}

/** With so many hits, a walk meets as many tracks as there are hits before enough of them fit. */
const asManyEitherWay = ({ limit, tracks }: Wanted) => Math.sqrt(limit * tracks)

/** The most played of one kind; nothing if so few are expected that they are better looked up. */
async function walk(
  db: Db,
  wanted: Wanted,
  kind: keyof Met,
  met: Met,
  expected = 0,
): Promise<string[] | undefined> {
  const { limit, tracks } = wanted
  const seen = met[kind].length
  if (seen === limit) return met[kind]
  // One or two may have been met by chance.
  const hits = seen > 2 ? (seen / firstLook) * tracks : expected
  // Looking up costs more than its hits where several long lists of the index are compared.
  if (hits < asManyEitherWay(wanted) / 2) return undefined
  const depth = Math.min(longestWalk, Math.ceil((3 * limit * tracks) / hits))
  const walked = await walkMostPlayed(db, { query: wanted[kind], limit, depth })
  return walked.length === limit ? walked : undefined
}
