export type Batcher<Item, Result> = { add(item: Item): Promise<Result> }

export type BatcherOptions<Item, Result> = {
  /** Answers the results in the order of the items. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Nothing would get better by trying with fewer items, nor with those that wait. */
  isFatal(error: unknown): boolean
  /** The most; it begins with a tenth of it. */
  maxBatchSize: number
  /** How many may wait; more are refused at once rather than kept waiting for long. */
  maxQueue: number
  overflowError(): Error
}

type QueuedItem<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** In milliseconds. */
const slowBatchMs = 500

/**
 * Does many small things as one. What arrives while one batch is under way makes up the next: the
 * busier it is, the larger the batches, and alone a caller waits for nobody.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  let waiting: QueuedItem<Item, Result>[] = []
  let isRunning = false
  let size = Math.ceil(options.maxBatchSize / 10)

  async function runAll() {
    isRunning = true
    // Whatever else arrives in this turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      const start = performance.now()
      await settle(batch)
      const took = performance.now() - start
      // As large as this machine does in good time: callers wait for a batch or two, not for seconds.
      if (took > slowBatchMs) size = Math.ceil(size / 2)
      else if (took < slowBatchMs / 2) size = Math.min(size * 2, options.maxBatchSize)
    }
    isRunning = false
  }

  /** One bad item fails alone: the batch is halved until it is found. */
  async function settle(batch: QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      if (options.isFatal(error)) {
        for (const { reject } of [...batch, ...waiting]) reject(error)
        waiting = []
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        const half = Math.ceil(batch.length / 2)
        await settle(batch.slice(0, half))
        await settle(batch.slice(half))
      }
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= options.maxQueue) return reject(options.overflowError())
        waiting.push({ item, resolve, reject })
        if (!isRunning) void runAll()
      }),
  }
}
