import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

test('so many at once, so many wait, the rest is told to come back', async () => {
  const lane = createWorkQueue({ atOnce: 2, waiting: 1 })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await gate
    running--
    return 'done'
  }
  const taken = [lane(work), lane(work), lane(work)]
  await expect(lane(work)).rejects.toMatchObject({ status: 503 })
  open()
  expect(await Promise.all(taken)).toEqual(['done', 'done', 'done'])
  expect(most).toBe(2)
})

test('a place is free again after a failure', async () => {
  const lane = createWorkQueue({ atOnce: 1, waiting: 0 })
  await expect(lane(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await lane(async () => 'works')).toBe('works')
})
