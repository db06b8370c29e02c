import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'

type Options = {
  /** Does what is next. False if there is nothing to do. */
  runNext(): Promise<boolean>
  concurrency?: number
  pollMs: number
  onFailure(error: unknown): void
}

const failurePauseMs = 10_000

/** Works until it is stopped. Every server runs one: leases or row locks decide which of them does what. */
export function startWorker({ runNext, concurrency = 1, pollMs, onFailure }: Options) {
  const stopping = new AbortController()
  let waking = new AbortController()

  async function work() {
    while (!stopping.signal.aborted) {
      const { signal: woken } = waking
      let pauseMs = pollMs
      try {
        if (await runNext()) continue
      } catch (error) {
        if (stopping.signal.aborted) return
        // While the database is down, every request reports it.
        if (!isDatabaseDown(error)) onFailure(error)
        pauseMs = failurePauseMs
      }
      const signal = AbortSignal.any([stopping.signal, woken])
      await wait(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  const loops = Array.from({ length: concurrency }, work)
  return {
    /** There may be something to do. */
    wake() {
      waking.abort()
      waking = new AbortController()
    },
    /** Waits for what is running. */
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
