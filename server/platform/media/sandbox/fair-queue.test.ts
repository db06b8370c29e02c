import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Jobs that run until they are finished by name. */
function startJobs(queue: ReturnType<typeof createFairQueue>) {
  const finish = new Map<string, () => void>()
  const started: string[] = []
  const add = (name: string) => {
    const user = name.replace(/\d/, '')
    return queue(user, () => {
      started.push(name)
      return new Promise<void>((resolve) => finish.set(name, resolve))
    })
  }
  return { add, started, finish: (name: string) => finish.get(name)?.() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('fair queue: users take turns, whoever was first and however many jobs they have', async () => {
  const { add, started, finish } = startJobs(
    createFairQueue({ concurrency: 1, maxQueue: 100, maxQueuePerUser: 10 }),
  )
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(add)
  for (let done = 0; done < all.length; done++) {
    await settled()
    expect(started).toHaveLength(done + 1)
    finish(started.at(-1) ?? '')
  }
  await Promise.all(all)
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('fair queue: one user has one job running at a time, even if there is capacity for more', async () => {
  const { add, started, finish } = startJobs(
    createFairQueue({ concurrency: 3, maxQueue: 100, maxQueuePerUser: 10 }),
  )
  const all = ['a1', 'a2', 'b1'].map(add)
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  finish('b1')
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  finish('a1')
  await settled()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  finish('a2')
  await Promise.all(all)
})

test('fair queue: a full queue is rejected with 503, and too many jobs of one user with 429', async () => {
  const { add, started, finish } = startJobs(
    createFairQueue({ concurrency: 1, maxQueue: 3, maxQueuePerUser: 2 }),
  )
  const accepted = ['a1', 'a2', 'b1', 'c1'].map(add)
  await expect(add('d1')).rejects.toMatchObject({
    status: 503,
    retryAfter: 10,
    message: 'The server is busy with other files. Please try again in a moment.',
  })
  for (const name of ['a1', 'b1']) {
    await settled()
    finish(name)
  }
  await settled()
  accepted.push(add('a3'))
  await expect(add('a4')).rejects.toMatchObject({ status: 429, retryAfter: 10 })
  for (const name of ['c1', 'a2', 'a3']) {
    await settled()
    finish(name)
  }
  await Promise.all(accepted)
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('fair queue: one user cannot fill it for others', async () => {
  const { add, started, finish } = startJobs(
    createFairQueue({ concurrency: 1, maxQueue: 3, maxQueuePerUser: 3 }),
  )
  const [first, , , last] = ['a1', 'a2', 'a3', 'a4'].map(add)
  const rejected = expect(last).rejects.toMatchObject({ status: 503 })
  const other = add('b1')
  await rejected
  finish('a1')
  await first
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  finish('b1')
  await other
})

test('fair queue: it goes on after a job has failed', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueue: 0, maxQueuePerUser: 0 })
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue('a', async () => 'works')).toBe('works')
})
