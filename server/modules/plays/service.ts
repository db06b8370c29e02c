import { notFound, unavailable } from '#server/errors.ts'
import { createBatcher } from '#server/platform/batching/batcher.ts'
import { createSkipLockedBatcher } from '#server/platform/batching/skip-locked-batcher.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  findOwnerships,
  findPlayCounts,
  insertDeduped,
  lockTracksForKeyShare,
} from './repository.ts'

type Play = { trackId: string; listener: string; viewer: Viewer | undefined }
type CountedPlay = { counted: boolean; playCount: number }

export type PlayCounter = {
  /** Throws 404 for a track that is missing or hidden. */
  assertCanView(trackId: string, viewer: Viewer | undefined): Promise<void>
  /** Resolves after the play is durable. */
  count(play: Play): Promise<CountedPlay>
}

const batching = {
  maxBatchSize: 4000,
  maxQueue: 20_000,
  overflowError: () => unavailable('Counting plays'),
  isFatal: isDatabaseDown,
}

/** Batched: a burst on one track is a few transactions, not thousands that wait for one row lock. */
export function createPlayCounter(db: Db): PlayCounter {
  const ownerships = createBatcher({
    ...batching,
    run: (ids: readonly string[]) => findAll(db, ids),
  })
  const counts = createSkipLockedBatcher({
    ...batching,
    run: (plays: readonly Play[], options) => countBatch(db, plays, options),
  })
  return {
    async assertCanView(trackId, viewer) {
      const track = await ownerships.add(trackId)
      if (!track || !canView(track, viewer)) throw notFound('Track')
    },
    async count(play) {
      const result = await counts.add(play)
      if (!result) throw notFound('Track')
      return result
    },
  }
}

async function findAll(db: Db, ids: readonly string[]) {
  const byId = new Map((await findOwnerships(db, distinct(ids))).map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

/** Undefined for a play whose track is missing, hidden or skipped. */
async function countBatch(
  db: Db,
  plays: readonly Play[],
  options: { skipLocked: boolean },
): Promise<(CountedPlay | undefined)[]> {
  return db.transaction(async (tx) => {
    const ids = distinct(plays.map((play) => play.trackId))
    const locked = new Map(
      (await lockTracksForKeyShare(tx, ids, options)).map((track) => [track.id, track]),
    )
    const visible = plays.filter(({ trackId, viewer }) => {
      const track = locked.get(trackId)
      return track && canView(track, viewer)
    })
    const counted = await insertPlays(tx, visible)
    const counts = await findPlayCounts(tx, distinct(visible.map(({ trackId }) => trackId)))
    const counting = new Set(visible)
    return plays.map((play) => {
      const playCount = counting.has(play) ? counts.get(play.trackId) : undefined
      return playCount === undefined ? undefined : { counted: counted.has(play), playCount }
    })
  })
}

/** Returns the plays that count. Of identical plays in one batch, the first one does. */
async function insertPlays(tx: Db, plays: readonly Play[]): Promise<Set<Play>> {
  const deduped = new Map(plays.toReversed().map((play) => [keyOf(play), play]))
  const unique = [...deduped.values()]
  const repeated = await insertDeduped(tx, {
    trackIds: unique.map((play) => play.trackId),
    listeners: unique.map((play) => play.listener),
  })
  const known = new Set(repeated)
  return new Set(unique.filter((_play, index) => !known.has(index)))
}

const keyOf = ({ trackId, listener }: Pick<Play, 'trackId' | 'listener'>) => trackId + listener
const distinct = (ids: readonly string[]) => [...new Set(ids)]
