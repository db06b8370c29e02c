import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { flushTracks, lockTracksSkipLocked, tracksWithPending } from './repository.ts'

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Moves pending plays to `tracks.play_count`, which lists are ranked by. Safe to run on several servers concurrently; a
 * track that another transaction has locked is flushed next time.
 */
export async function flushPendingPlays(db: Db): Promise<void> {
  let page = await tracksWithPending(db, lowestId)
  while (page.length > 0) {
    const ids = page
    await db.transaction(async (tx) => flushTracks(tx, await lockTracksSkipLocked(tx, ids)))
    page = await tracksWithPending(db, ids.at(-1) ?? lowestId)
  }
}

const minIntervalMs = 2000
/** Flushing takes at most one twentieth of the time, however many tracks are played. */
const idlePerWork = 20

type Options = { onFailure(error: unknown): void }

/** Flushes periodically. Nothing is lost if the server stops at any moment: the rest is flushed after the next start. */
export function startFlushLoop(db: Db, { onFailure }: Options) {
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  let stopped = false

  function schedule(ms: number) {
    if (stopped) return
    timer = setTimeout(() => {
      running = flush()
    }, ms).unref()
  }
  async function flush() {
    const start = performance.now()
    await flushPendingPlays(db).catch((error: unknown) => {
      // While the database is down, every request reports it.
      if (!isDatabaseDown(error)) onFailure(error)
    })
    schedule(Math.max(minIntervalMs, idlePerWork * (performance.now() - start)))
  }

  schedule(minIntervalMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
