import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'
import { createSkipLockedBatcher } from './skip-locked-batcher.ts'

const sizes = {
  maxBatchSize: 40,
  maxQueue: 10,
  overflowError: () => new Error('full'),
  isFatal: (error: unknown) => String(error).includes('down'),
}

/** Doubles numbers, and shows in which batches they came. */
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

describe('a batcher', () => {
  it('does what comes together as one, and answers each its own', async () => {
    const { batches, batcher } = doubling()
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(batcher.add))).toEqual([2, 4, 6, 8, 10, 12])
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ])
    expect(await batcher.add(7)).toBe(14)
  })

  it('lets a bad one fail alone', async () => {
    const { batcher } = doubling((items) => (items.includes(3) ? 'bad' : undefined))
    expect(await settled([1, 2, 3, 4, 5].map(batcher.add))).toEqual([2, 4, 'bad', 8, 10])
  })

  it('tells all who wait when there is no hope, and tries again for the next', async () => {
    let isDown = true
    const { batches, batcher } = doubling(() => (isDown ? 'down' : undefined))
    expect(await settled([1, 2, 3, 4, 5, 6].map(batcher.add))).toEqual(Array(6).fill('down'))
    expect(batches).toHaveLength(1)
    isDown = false
    expect(await batcher.add(7)).toBe(14)
  })

  it('refuses at once what would wait too long', async () => {
    const { batcher } = doubling()
    const answers = await settled(Array.from({ length: 12 }, (_, item) => batcher.add(item)))
    expect(answers.slice(0, 10)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(answers.slice(10)).toEqual(['full', 'full'])
  })
})

describe('two lanes', () => {
  it('let what is locked wait without holding up the rest', async () => {
    const unlocked = Promise.withResolvers<void>()
    const lanes = createSkipLockedBatcher({
      ...sizes,
      run: async (items: readonly string[], { skipLocked }) => {
        if (!skipLocked) await unlocked.promise
        return items.map((item) => (skipLocked && item === 'locked' ? undefined : item))
      },
    })
    const waiting = lanes.add('locked')
    expect(await Promise.all([lanes.add('a'), lanes.add('b')])).toEqual(['a', 'b'])
    expect(await lanes.add('c')).toBe('c')
    unlocked.resolve()
    expect(await waiting).toBe('locked')
  })
})
