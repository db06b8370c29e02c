import { notFound, unavailable } from '#server/errors.ts'
import { createBatcher } from '#server/platform/batching/batcher.ts'
import { countedPlays } from '#server/platform/metrics/metrics.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { dayIn } from '#server/shared/day.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import { canView } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import {
  addReferrers,
  findCounted,
  findPlayCounts,
  insertDeduped,
  lockCounting,
  lockTracksForKeyShare,
  type PlaySource,
} from './repository.ts'

export type Play = {
  trackId: string
  listener: string
  viewer: ContentViewer | undefined
  source: PlaySource
  /** The host of the site that the listener came from. */
  referrer: string | null
}
/** The count is null if it is hidden from the viewer. */
export type CountedPlay = { counted: boolean; playCount: number | null }

export type PlayCounter = {
  /** Resolves after the play is durable. */
  count(play: Play): Promise<CountedPlay>
  /** For what does not count, such as plays of robots. */
  ignore(trackId: string, viewer: ContentViewer | undefined): Promise<CountedPlay>
}

/**
 * Batched: a burst on one track is a few transactions, not thousands that wait for one row lock. The days of the
 * statistics are those of the time zone.
 */
export function createPlayCounter(db: Db, timeZone: string): PlayCounter {
  const count = createBatcher({
    maxBatchSize: 1000,
    maxQueue: 20_000,
    overflowError: () => unavailable('Counting plays'),
    isFatal: isDatabaseDown,
    async run(plays: readonly Play[]) {
      const results = await countBatch(db, plays, timeZone)
      countedPlays.inc(results.filter((result) => result?.counted).length)
      return results
    },
  })
  return {
    async count(play) {
      const result = await count(play)
      if (!result) throw notFound('Track')
      return result
    },
    async ignore(trackId, viewer) {
      const track = await findCounted(db, trackId)
      if (!track) throw notFound('Track')
      return { counted: false, playCount: seesCounts(track, viewer) ? track.playCount : null }
    },
  }
}

/** By track. */
export const getPlayCounts = (db: Db, trackIds: readonly string[]) => findPlayCounts(db, trackIds)

/** Undefined for a play whose track is missing or hidden. */
async function countBatch(
  db: Db,
  plays: readonly Play[],
  timeZone: string,
): Promise<(CountedPlay | undefined)[]> {
  return db.transaction(async (tx) => {
    await lockCounting(tx)
    const ids = distinct(plays.map((play) => play.trackId))
    const locked = new Map((await lockTracksForKeyShare(tx, ids)).map((track) => [track.id, track]))
    const visible = plays.filter(({ trackId, viewer, source }) => {
      const track = locked.get(trackId)
      // Whoever has a share link may hear a private track.
      return track && (source === 'share' || canView(track, viewer))
    })
    const ownerOf = ({ trackId }: Play) => locked.get(trackId)?.userId ?? ''
    const statsSource = (play: Play) => (play.viewer?.id === ownerOf(play) ? null : play.source)
    const day = dayIn(timeZone)
    const counted = await insertPlays(tx, visible, { ownerOf, statsSource, day })
    const referred = [...counted].filter((play) => play.referrer && statsSource(play))
    if (referred.length > 0)
      await addReferrers(tx, {
        trackIds: referred.map(({ trackId }) => trackId),
        hosts: referred.map(({ referrer }) => referrer ?? ''),
        month: `${day.slice(0, 7)}-01`,
      })
    const counts = await findPlayCounts(tx, distinct(visible.map(({ trackId }) => trackId)))
    const counting = new Set(visible)
    return plays.map((play) => {
      const track = locked.get(play.trackId)
      const playCount = counting.has(play) ? counts.get(play.trackId) : undefined
      if (!track || playCount === undefined) return undefined
      return {
        counted: counted.has(play),
        playCount: seesCounts(track, play.viewer) ? playCount : null,
      }
    })
  })
}

type Attributes = {
  ownerOf(play: Play): string
  statsSource(play: Play): PlaySource | null
  day: string
}

/** Returns the plays that count. Of identical plays in one batch, the first one does. */
async function insertPlays(
  tx: Db,
  plays: readonly Play[],
  { ownerOf, statsSource, day }: Attributes,
): Promise<Set<Play>> {
  const deduped = new Map(plays.toReversed().map((play) => [keyOf(play), play]))
  const unique = [...deduped.values()]
  const repeated = await insertDeduped(tx, {
    trackIds: unique.map((play) => play.trackId),
    listeners: unique.map((play) => play.listener),
    owners: unique.map(ownerOf),
    sources: unique.map(statsSource),
    day,
  })
  const known = new Set(repeated)
  return new Set(unique.filter((_play, index) => !known.has(index)))
}

const keyOf = ({ trackId, listener }: Pick<Play, 'trackId' | 'listener'>) => trackId + listener
const distinct = (ids: readonly string[]) => [...new Set(ids)]
