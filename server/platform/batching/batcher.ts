export type Batcher<Item, Result> = { add(item: Item): Promise<Result> }

export type BatcherOptions<Item, Result> = {
  /** Answers the results in the order of the items. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  /** Nothing would get better by trying with fewer items, nor with those that wait. */
  isHopeless(error: unknown): boolean
  atOnce: number
  /** How many may wait; more are refused at once rather than kept waiting for long. */
  mostWaiting: number
  refusal(): Error
}

type Waiting<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does many small things as one. What arrives while one batch is under way makes up the next: the
 * busier it is, the larger the batches, and alone a caller waits for nobody.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runAll() {
    isRunning = true
    // Whatever else arrives in this turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, options.atOnce)
      waiting = waiting.slice(options.atOnce)
      await settle(batch)
    }
    isRunning = false
  }

  /** One bad item fails alone: the batch is halved until it is found. */
  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      if (options.isHopeless(error)) {
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
        if (waiting.length >= options.mostWaiting) return reject(options.refusal())
        waiting.push({ item, resolve, reject })
        if (!isRunning) void runAll()
      }),
  }
}
