import { expect, test } from 'vitest'
import { createHashQueue, type HashJob } from './hash-queue.ts'

/** A queue whose jobs run until the test ends them; `started` has their names in order. */
function createTestQueue(limits = { concurrency: 2, maxQueue: 4 }) {
  const queue = createHashQueue(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    started,
    add(name: string, job: HashJob) {
      const work = () =>
        new Promise<string>((resolve) => {
          started.push(name)
          ends.push(() => resolve(name))
        })
      return queue(job, work)
    },
    async endNext() {
      ends.shift()?.()
      await settle()
    },
    settle,
  }
}

const from = (network: string, account: string) => ({ keys: [network, account] })
const refused = expect.objectContaining({ status: 503, retryAfter: 2 })

test('hash queue: beyond its limit jobs are rejected with 503, the others run', async () => {
  const queue = createTestQueue()
  const jobs = Array.from({ length: 8 }, (_, i) => queue.add(`${i}`, from('net', 'ines')))
  const results = Promise.allSettled(jobs)
  for (let i = 0; i < 8; i++) await queue.endNext()
  expect((await results).map((result) => result.status === 'fulfilled')).toEqual([
    ...Array(6).fill(true),
    ...Array(2).fill(false),
  ])
  await expect(jobs[7]).rejects.toEqual(refused)
})

test('hash queue: whoever has the fewest jobs in it comes first', async () => {
  const queue = createTestQueue()
  for (let i = 0; i < 5; i++) void queue.add(`flood ${i}`, from('evil', 'ines'))
  void queue.add('honest', from('home', 'maya'))
  for (let i = 0; i < 6; i++) await queue.endNext()
  expect(queue.started).toEqual(['flood 0', 'flood 1', 'honest', 'flood 2', 'flood 3', 'flood 4'])
})

test.each([
  ['another network', from('home', 'ines')],
  ['another account', from('evil', 'maya')],
  ['a known device', { keys: ['device'] }],
])('hash queue: if it is full, a job of %s takes the place of a flood’s', async (_who, job) => {
  const queue = createTestQueue()
  const flood = Array.from({ length: 6 }, (_, i) => queue.add(`${i}`, from('evil', 'ines')))
  const honest = queue.add('honest', job)
  await expect(flood[5]).rejects.toEqual(refused)
  for (let i = 0; i < 6; i++) await queue.endNext()
  expect(await honest).toBe('honest')
  expect(queue.started[2]).toBe('honest')
})

test('hash queue: a known device precedes strangers who have one job each', async () => {
  const queue = createTestQueue()
  for (let i = 0; i < 6; i++) queue.add(`${i}`, from(`net ${i}`, `account ${i}`)).catch(() => {})
  void queue.add('known', { keys: ['device'] })
  for (let i = 0; i < 6; i++) await queue.endNext()
  expect(queue.started).toEqual(['0', '1', 'known', '2', '3', '4'])
})

test('hash queue: a job whose connection has closed is skipped', async () => {
  const queue = createTestQueue()
  const closing = new AbortController()
  for (let i = 0; i < 2; i++) void queue.add(`${i}`, from('net', 'ines'))
  const queued = queue.add('gone', { ...from('net', 'ines'), signal: closing.signal })
  const late = queue.add('late', { ...from('net', 'ines'), signal: AbortSignal.abort() })
  closing.abort()
  for (const job of [queued, late]) await expect(job).rejects.toEqual(refused)
  void queue.add('next', from('net', 'ines'))
  for (let i = 0; i < 3; i++) await queue.endNext()
  expect(queue.started).toEqual(['0', '1', 'next'])
})

test('hash queue: a job that fails makes way for the next', async () => {
  const run = createHashQueue({ concurrency: 1, maxQueue: 1 })
  const failing = run({ keys: [] }, () => Promise.reject(new Error('no memory')))
  const next = run({ keys: [] }, async () => 'done')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('done')
})
