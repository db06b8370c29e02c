import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

const sizes = {
  maxBatchSize: 4,
  maxQueue: 10,
  overflowError: () => new Error('full'),
  isFatal: (error: unknown) => String(error).includes('down'),
}

/** Doubles numbers and records the batches. */
function doubling(failing: (items: readonly number[]) => string | undefined = () => undefined) {
  const batches: number[][] = []
  const run = async (items: readonly number[]) => {
    batches.push([...items])
    const failure = failing(items)
    if (failure) throw new Error(failure)
    return items.map((item) => item * 2)
  }
  return { batches, batcher: createBatcher({ ...sizes, run }) }
}

const settled = async (promises: Promise<number>[]) =>
  (await Promise.allSettled(promises)).map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.message,
  )

test('a batcher runs concurrent items as one batch and returns each its own result', async () => {
  const { batches, batcher } = doubling()
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(batcher))).toEqual([2, 4, 6, 8, 10, 12])
  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
  expect(await batcher(7)).toBe(14)
})

test('a bad item fails alone, the rest of its batch succeeds', async () => {
  const { batcher } = doubling((items) => (items.includes(3) ? 'bad' : undefined))
  expect(await settled([1, 2, 3, 4, 5].map(batcher))).toEqual([2, 4, 'bad', 8, 10])
})

test('a fatal error rejects everything queued, and the next item is tried again', async () => {
  let isDown = true
  const { batches, batcher } = doubling(() => (isDown ? 'down' : undefined))
  expect(await settled([1, 2, 3, 4, 5, 6].map(batcher))).toEqual(Array(6).fill('down'))
  expect(batches).toHaveLength(1)
  isDown = false
  expect(await batcher(7)).toBe(14)
})

test('items beyond the queue limit are rejected immediately', async () => {
  const { batcher } = doubling()
  const results = await settled(Array.from({ length: 12 }, (_, item) => batcher(item)))
  expect(results.slice(0, 10)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  expect(results.slice(10)).toEqual(['full', 'full'])
})
