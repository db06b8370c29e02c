import { HttpError, RateLimitError } from '#server/errors.ts'

/** Runs work for a user when it is their turn. */
export type FairQueue = <T>(user: string, work: () => Promise<T>) => Promise<T>

type Options = {
  concurrency: number
  /** Waiting jobs of all users together; more are rejected with 503. */
  maxQueue: number
  /** Waiting jobs of one user; more are rejected with 429. */
  maxQueuePerUser: number
}

const retryAfterSeconds = 10

/**
 * A queue in which users take turns (round robin) and each has one job running at a time: whoever sends many files
 * waits for their own, others wait for at most one job of each user.
 */
export function createFairQueue({ concurrency, maxQueue, maxQueuePerUser }: Options): FairQueue {
  /** In the order of turns. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<string>()
  let queued = 0

  function startNext() {
    while (running.size < concurrency) {
      const user = waiting.keys().find((user) => !running.has(user))
      const start = user !== undefined && takeTurn(user)
      if (!start) return
      start()
    }
  }

  function takeTurn(user: string) {
    const jobs = waiting.get(user) ?? []
    const start = jobs.shift()
    if (jobs.length === 0) waiting.delete(user)
    running.add(user)
    queued--
    return start
  }

  /** The user's next turn is after everyone else's. */
  function endTurn(user: string) {
    running.delete(user)
    const jobs = waiting.get(user)
    if (!jobs) return
    waiting.delete(user)
    waiting.set(user, jobs)
  }

  function enqueue(user: string): Promise<void> {
    const jobs = waiting.get(user) ?? []
    const waits = running.has(user) || running.size >= concurrency
    if (waits && queued >= maxQueue)
      throw new HttpError(
        503,
        'The server is busy with other files. Please try again in a moment.',
        retryAfterSeconds,
      )
    if (waits && jobs.length >= maxQueuePerUser)
      throw new RateLimitError(
        retryAfterSeconds,
        'Several of your files are being checked. Please try again in a moment.',
      )
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(user, [...jobs, resolve])
    queued++
    startNext()
    return promise
  }

  return async (user, work) => {
    await enqueue(user)
    try {
      return await work()
    } finally {
      endTurn(user)
      startNext()
    }
  }
}
