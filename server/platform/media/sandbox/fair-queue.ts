import { HttpError, RateLimitError } from '#server/errors.ts'

/** Runs work for a user when it is their turn. */
export type FairQueue = <T>(user: string, work: () => Promise<T>) => Promise<T>

type Options = {
  concurrency: number
  /** Waiting jobs of all users together; beyond it, the user with the most gets 503. */
  maxQueue: number
  /** Waiting jobs of one user; more are rejected with 429. */
  maxQueuePerUser: number
}

type WaitingJob = { start(): void; reject(error: Error): void }

const retryAfterSeconds = 10

const queueFull = () =>
  new HttpError(
    503,
    'The server is busy with other files. Please try again in a moment.',
    retryAfterSeconds,
  )

const tooManyOfUser = () =>
  new RateLimitError(
    retryAfterSeconds,
    'Several of your files are being checked. Please try again in a moment.',
  )

/**
 * A queue in which users take turns (round robin) and each has one job running at a time: whoever sends many files
 * waits for their own, others wait for at most one job of each user.
 */
export function createFairQueue({ concurrency, maxQueue, maxQueuePerUser }: Options): FairQueue {
  /** In the order of turns. */
  const waiting = new Map<string, WaitingJob[]>()
  const running = new Set<string>()

  const queued = () => waiting.values().reduce((sum, jobs) => sum + jobs.length, 0)

  function startNext() {
    while (running.size < concurrency) {
      const [user, jobs] = waiting.entries().find(([user]) => !running.has(user)) ?? []
      if (user === undefined) return
      running.add(user)
      jobs?.shift()?.start()
      if (jobs?.length === 0) waiting.delete(user)
    }
  }

  /** The user's next turn is after everyone else's. */
  function endTurn(user: string) {
    running.delete(user)
    const jobs = waiting.get(user)
    if (!jobs) return
    waiting.delete(user)
    waiting.set(user, jobs)
  }

  /** The newest job of whoever has the most makes way for a user with fewer. */
  function makeWayFor(own: readonly WaitingJob[]): boolean {
    const most = waiting.values().reduce((a, b) => (b.length > a.length ? b : a), [])
    if (most.length <= own.length + 1) return false
    most.pop()?.reject(queueFull())
    return true
  }

  function enqueue(user: string): Promise<void> {
    const jobs = waiting.get(user) ?? []
    if (running.has(user) || running.size >= concurrency) {
      if (jobs.length >= maxQueuePerUser) throw tooManyOfUser()
      if (queued() >= maxQueue && !makeWayFor(jobs)) throw queueFull()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    jobs.push({ start: resolve, reject })
    waiting.set(user, jobs)
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
