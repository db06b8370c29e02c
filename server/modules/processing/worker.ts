import { setTimeout as wait } from 'node:timers/promises'
import { createTimeUsage } from '#server/platform/batching/time-usage.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { ProcessingDeps } from './deps.ts'
import { processNext } from './process-track.ts'
import { queueOutdated } from './queue-repository.ts'

type Options = {
  /** Jobs at a time. */
  concurrency: number
  pollMs?: number
  onFailure(error: unknown): void
}

const defaultPollMs = 3000
const failurePauseMs = 30_000
const usageHalfLifeMs = 60 * 60_000

/**
 * Works on the queue of pending tracks until it is stopped. Every server runs one: the queue is a table, and the leases
 * of a server that was killed expire.
 */
export function startProcessing(deps: ProcessingDeps, options: Options) {
  const { concurrency, pollMs = defaultPollMs, onFailure } = options
  const stopping = new AbortController()
  const usage = createTimeUsage(() => performance.now(), usageHalfLifeMs)
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})

  async function work() {
    while (!stopping.signal.aborted) {
      try {
        if ((await processNext({ ...deps, usage })) === undefined) await pause(pollMs)
      } catch (error) {
        if (stopping.signal.aborted) return
        // While the database is down, every request reports it.
        if (!isDatabaseDown(error)) onFailure(error)
        await pause(failurePauseMs)
      }
    }
  }

  async function catchUp() {
    try {
      await queueOutdated(deps.db, deps)
    } catch (error) {
      if (!stopping.signal.aborted && !isDatabaseDown(error)) onFailure(error)
    }
  }

  const loops = [...Array.from({ length: concurrency }, work), catchUp()]
  return {
    /** Ends running jobs: another server, or the next start, runs them again. */
    async stop() {
      stopping.abort()
      await deps.processor.close()
      await Promise.all(loops)
    },
  }
}
