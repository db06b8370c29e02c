import { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts'

type Options<Item, Result> = Omit<BatcherOptions<Item, Result>, 'run'> & {
  /** Answers undefined for an item whose rows it skipped because somebody else has locked them. */
  run(
    items: readonly Item[],
    options: { skipLocked: boolean },
  ): Promise<readonly (Result | undefined)[]>
}

/** Batches that take row locks. What has to wait for a lock does so in a lane of its own, and holds up nobody else. */
export function createSkipLockedBatcher<Item, Result>({
  run,
  ...sizes
}: Options<Item, Result>): Batcher<Item, Result | undefined> {
  const quick = createBatcher({
    ...sizes,
    run: (items: readonly Item[]) => run(items, { skipLocked: true }),
  })
  const patient = createBatcher({
    ...sizes,
    run: (items: readonly Item[]) => run(items, { skipLocked: false }),
  })
  return { add: async (item) => (await quick.add(item)) ?? (await patient.add(item)) }
}
