import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

test('a work queue runs two jobs at once, queues one, and rejects the rest with 503', async () => {
  const queue = createWorkQueue({ concurrency: 2, maxQueue: 1 })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  let maxRunning = 0
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await gate
    running--
    return 'done'
  }
  const taken = [queue(work), queue(work), queue(work)]
  await expect(queue(work)).rejects.toMatchObject({ status: 503 })
  open()
  expect(await Promise.all(taken)).toEqual(['done', 'done', 'done'])
  expect(maxRunning).toBe(2)
})

test('a work queue goes on after a job has failed', async () => {
  const queue = createWorkQueue({ concurrency: 1, maxQueue: 0 })
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue(async () => 'works')).toBe('works')
})
