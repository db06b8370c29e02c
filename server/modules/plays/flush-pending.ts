import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { flushTracks, lockTracksSkipLocked, tracksWithPending } from './repository.ts'

/**
 * Moves pending plays to `tracks.play_count`, which lists are ranked by. Safe to run on several servers concurrently; a
 * track that another transaction has locked is flushed next time.
 */
export async function flushPendingPlays(db: Db): Promise<void> {
  for await (const ids of keysetPages((after) => tracksWithPending(db, after)))
    await db.transaction(async (tx) => flushTracks(tx, await lockTracksSkipLocked(tx, ids)))
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
