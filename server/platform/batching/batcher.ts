type Options<Item, Result> = {
  /** Returns the results in the order of the items. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Whether retrying with fewer items, or with the queued ones, would fail as well. */
  isFatal(error: unknown): boolean
  maxBatchSize: number
  /** Further items are rejected immediately with `overflowError`. */
  maxQueue: number
  overflowError(): Error
}

type QueuedItem<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Runs many small operations as one. Items that arrive while a batch is in flight form the next one: batches grow
 * with the load, and a single caller does not wait.
 */
export function createBatcher<Item, Result>(
  options: Options<Item, Result>,
): (item: Item) => Promise<Result> {
  let queue: QueuedItem<Item, Result>[] = []
  let isRunning = false

  async function runAll() {
    isRunning = true
    // Everything else from this tick of the event loop joins the batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await settle(queue.splice(0, options.maxBatchSize))
    isRunning = false
  }

  /** A bad item fails alone: the batch is bisected until it is found. */
  async function settle(batch: QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      if (options.isFatal(error)) {
        for (const { reject } of [...batch, ...queue]) reject(error)
        queue = []
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        const half = Math.ceil(batch.length / 2)
        await settle(batch.slice(0, half))
        await settle(batch.slice(half))
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= options.maxQueue) return reject(options.overflowError())
      queue.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}
