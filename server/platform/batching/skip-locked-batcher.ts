import { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts'

type Options<Item, Result> = Omit<BatcherOptions<Item, Result>, 'run'> & {
  /** Returns undefined for an item whose rows are locked by another transaction and were skipped. */
  run(
    items: readonly Item[],
    options: { skipLocked: boolean },
  ): Promise<readonly (Result | undefined)[]>
}

/** Batches that take row locks. Items that wait for a lock go to a second queue and do not block the others. */
export function createSkipLockedBatcher<Item, Result>({
  run,
  ...options
}: Options<Item, Result>): Batcher<Item, Result | undefined> {
  const skipping = createBatcher({
    ...options,
    run: (items: readonly Item[]) => run(items, { skipLocked: true }),
  })
  const waiting = createBatcher({
    ...options,
    run: (items: readonly Item[]) => run(items, { skipLocked: false }),
  })
  return { add: async (item) => (await skipping.add(item)) ?? (await waiting.add(item)) }
}
