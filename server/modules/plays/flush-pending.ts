import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { flushTracks, lockTracksSkipLocked, tracksWithPending } from './repository.ts'

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Adds the plays that wait to their tracks, which ranks them. Any number of servers may do it at once; a track that
 * somebody is changing waits for the next time.
 */
export async function flushPendingPlays(db: Db): Promise<void> {
  let page = await tracksWithPending(db, beforeAll)
  while (page.length > 0) {
    const ids = page
    await db.transaction(async (tx) => flushTracks(tx, await lockTracksSkipLocked(tx, ids)))
    page = await tracksWithPending(db, ids.at(-1) ?? beforeAll)
  }
}

/** In milliseconds. */
const shortestRest = 2000
/** So that it takes a twentieth of the database's time at most, however many tracks are played. */
const restForWork = 20

type Options = { onFailure(error: unknown): void }

/** Does it again and again. Nothing is lost if it ends at any moment: what is left waits for the next start. */
export function startFlushLoop(db: Db, { onFailure }: Options) {
  let timer: NodeJS.Timeout
  let working = Promise.resolve()
  let stopped = false

  function rest(ms: number) {
    if (stopped) return
    timer = setTimeout(() => {
      working = work()
    }, ms).unref()
  }
  async function work() {
    const start = performance.now()
    await flushPendingPlays(db).catch((error: unknown) => {
      // While the database is away every call says so.
      if (!isDatabaseDown(error)) onFailure(error)
    })
    rest(Math.max(shortestRest, restForWork * (performance.now() - start)))
  }

  rest(shortestRest)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
