import { LRUCache } from 'lru-cache'

export type QueuedJob = {
  /** The callers that the job counts against, such as its user and the network that it comes from. */
  keys: readonly string[]
  /** Aborted when the connection closes: the result is no longer needed. */
  signal?: AbortSignal
}

/** Runs the work once the queue has started its job. */
export type FairQueue = <T>(job: QueuedJob, work: () => Promise<T>) => Promise<T>

type Options = {
  concurrency: number
  /** How many jobs may wait. Beyond it, the newest job of the keys with the most jobs is rejected with `onOverflow`. */
  maxQueue: number
  onOverflow(): Error
  /** For expensive jobs: keys take turns, one job of each at a time, and at most `maxQueue` of a key wait. */
  perKey?: { maxQueue: number; onOverflow(): Error }
}

type Entry = { keys: readonly string[]; start(): void; reject(error: Error): void }

/**
 * A queue in which a flood delays itself and no others: the caller with the fewest jobs in it comes first, and if it is
 * full the caller with the most loses one.
 */
export function createFairQueue(options: Options): FairQueue {
  const { concurrency, maxQueue, onOverflow, perKey } = options
  const running = new Set<Entry>()
  const queue: Entry[] = []
  const lastTurns = new LRUCache<string, number>({ max: 1000 })
  let turns = 0

  /**
   * How many running and waiting jobs, this one included, have the same key: the highest of its keys, and their mean to
   * compare equal ones. A sum would favor callers with fewer keys.
   */
  function loadOf({ keys }: Entry): { highest: number; mean: number } {
    const all = [...running, ...queue].flatMap((entry) => entry.keys)
    const counts = keys.map((key) => all.filter((other) => other === key).length)
    const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
    return { highest: Math.max(0, ...counts), mean }
  }

  function compareLoads(a: Entry, b: Entry): number {
    const [left, right] = [loadOf(a), loadOf(b)]
    return left.highest - right.highest || left.mean - right.mean
  }

  const lastTurnOf = ({ keys }: Entry) =>
    perKey ? Math.max(0, ...keys.map((key) => lastTurns.get(key) ?? 0)) : 0

  const shareKeys = (a: Entry, b: Entry) => a.keys.some((key) => b.keys.includes(key))

  function remove(entry: Entry): boolean {
    const index = queue.indexOf(entry)
    if (index >= 0) queue.splice(index, 1)
    return index >= 0
  }

  function admit(entry: Entry) {
    const ofSameKeys = queue.filter((other) => shareKeys(entry, other)).length
    queue.push(entry)
    startNext()
    if (perKey && queue.includes(entry) && ofSameKeys >= perKey.maxQueue) {
      remove(entry)
      entry.reject(perKey.onOverflow())
    }
    if (queue.length <= maxQueue) return
    // Of those with the highest load the newest, which is the new one itself if its load is not lower.
    const heaviest = queue.reduce((a, b) => (compareLoads(b, a) >= 0 ? b : a))
    remove(heaviest)
    heaviest.reject(onOverflow())
  }

  function startNext() {
    if (running.size >= concurrency) return
    const ready = perKey
      ? queue.filter((entry) => !running.values().some((other) => shareKeys(entry, other)))
      : queue
    const precedes = (a: Entry, b: Entry) =>
      (lastTurnOf(a) - lastTurnOf(b) || compareLoads(a, b)) < 0
    const [first, ...others] = ready
    if (!first) return
    const next = others.reduce((a, b) => (precedes(b, a) ? b : a), first)
    turns += 1
    for (const key of next.keys) lastTurns.set(key, turns)
    remove(next)
    running.add(next)
    next.start()
  }

  return async ({ keys, signal }, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Entry = { keys, start: resolve, reject }
    const skip = () => void (remove(entry) && reject(onOverflow()))
    signal?.addEventListener('abort', skip)
    admit(entry)
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
