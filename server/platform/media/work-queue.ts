import pLimit from 'p-limit'
import { HttpError } from '#server/errors.ts'

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs a limited number of jobs concurrently and queues a limited number; the rest is rejected with 503. */
export function createWorkQueue({
  concurrency,
  maxQueue,
}: {
  concurrency: number
  maxQueue: number
}): WorkQueue {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueue)
      throw new HttpError(503, 'The server is busy with other files. Please try again in a moment.')
    return limit(work)
  }
}
