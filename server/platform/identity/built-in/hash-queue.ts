import { HttpError } from '#server/errors.ts'

export type HashJob = {
  /** What it counts against: whoever has fewer jobs in the queue comes first. */
  keys: readonly string[]
  /** Aborted when the connection closes: nobody waits for the hash any more. */
  signal?: AbortSignal
}

export type HashQueue = <T>(job: HashJob, work: () => Promise<T>) => Promise<T>

type Entry = { keys: readonly string[]; start(): void; reject(error: Error): void }

const busy = () =>
  new HttpError(503, 'Too many people are signing in right now. Please try again in a moment.', 2)

/**
 * Runs a limited number of hashes concurrently and queues a limited number. Those with the most jobs under the same
 * keys run last, and if the queue is full they are rejected with 503: a flood of attempts delays itself and no others.
 */
export function createHashQueue({
  concurrency,
  maxQueue,
}: {
  concurrency: number
  maxQueue: number
}): HashQueue {
  const running = new Set<Entry>()
  const queue: Entry[] = []

  /** How many running and queued jobs, this one included, have the same keys. */
  function loadOf({ keys }: Entry): number {
    const all = [...running, ...queue].flatMap((entry) => entry.keys)
    return keys.reduce((load, key) => load + all.filter((other) => other === key).length, 0)
  }

  function remove(entry: Entry): boolean {
    const index = queue.indexOf(entry)
    if (index >= 0) queue.splice(index, 1)
    return index >= 0
  }

  function admit(entry: Entry) {
    queue.push(entry)
    if (queue.length <= maxQueue) return
    // Of those with the highest load the newest, which is the new one itself if its load is not lower.
    const heaviest = queue.reduce((a, b) => (loadOf(b) >= loadOf(a) ? b : a))
    remove(heaviest)
    heaviest.reject(busy())
  }

  function startNext() {
    if (running.size >= concurrency || queue.length === 0) return
    const lightest = queue.reduce((a, b) => (loadOf(b) < loadOf(a) ? b : a))
    remove(lightest)
    running.add(lightest)
    lightest.start()
  }

  return async ({ keys, signal }, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Entry = { keys, start: resolve, reject }
    const skip = () => void (remove(entry) && reject(busy()))
    signal?.addEventListener('abort', skip)
    admit(entry)
    startNext()
    if (signal?.aborted) skip()
    try {
      await promise
      return await work()
    } finally {
      signal?.removeEventListener('abort', skip)
      running.delete(entry)
      startNext()
    }
  }
}
