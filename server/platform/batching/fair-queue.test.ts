import { expect, test } from 'vitest'
import { createFairQueue, type QueuedJob } from './fair-queue.ts'

const busy = Object.assign(new Error('busy'), { status: 503 })
const tooMany = Object.assign(new Error('too many'), { status: 429 })

/** A queue whose jobs run until the test ends them; `started` has their names in order. */
function createTestQueue(limits: { concurrency: number; maxQueue: number; perKey?: number }) {
  const { perKey, ...options } = limits
  const queue = createFairQueue({
    ...options,
    onOverflow: () => busy,
    ...(perKey !== undefined && { perKey: { maxQueue: perKey, onOverflow: () => tooMany } }),
  })
  const started: string[] = []
  const running = new Map<string, () => void>()
  return {
    started,
    add(name: string, job: QueuedJob = { keys: [name.replace(/\d+$/, '')] }) {
      const work = () => {
        started.push(name)
        return new Promise<string>((resolve) => running.set(name, () => resolve(name)))
      }
      return queue(job, work)
    },
    /** The job that has run longest ends. */
    async endNext() {
      await settled()
      const [name = '', end] = running.entries().next().value ?? []
      running.delete(name)
      end?.()
      await settled()
    },
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const from = (network: string, account: string) => ({ keys: [network, account] })

test('fair queue: beyond its limit jobs are rejected with 503, the others run', async () => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 4 })
  const jobs = Array.from({ length: 8 }, (_, i) => queue.add(`${i}`, from('net', 'ines')))
  const results = Promise.allSettled(jobs)
  for (let i = 0; i < 8; i++) await queue.endNext()
  expect((await results).map(({ status }) => status === 'fulfilled')).toEqual([
    ...Array(6).fill(true),
    ...Array(2).fill(false),
  ])
  await expect(jobs[7]).rejects.toBe(busy)
})

test('fair queue: the caller with the fewest jobs in it comes first', async () => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 4 })
  for (let i = 0; i < 5; i++) void queue.add(`flood ${i}`, from('evil', 'ines'))
  void queue.add('legitimate', from('home', 'maya'))
  for (let i = 0; i < 6; i++) await queue.endNext()
  expect(queue.started).toEqual([
    'flood 0',
    'flood 1',
    'legitimate',
    'flood 2',
    'flood 3',
    'flood 4',
  ])
})

test.each([
  ['another network', from('home', 'ines')],
  ['another account', from('evil', 'maya')],
  ['a known device', { keys: ['device'] }],
])('fair queue: if it is full, a job of %s replaces one of a flood', async (_who, job) => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 4 })
  const flood = Array.from({ length: 6 }, (_, i) => queue.add(`${i}`, from('evil', 'ines')))
  const legitimate = queue.add('legitimate', job)
  await expect(flood[5]).rejects.toBe(busy)
  for (let i = 0; i < 6; i++) await queue.endNext()
  expect(await legitimate).toBe('legitimate')
  expect(queue.started[2]).toBe('legitimate')
})

test('fair queue: a job with one key does not precede earlier ones with two', async () => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 4 })
  for (let i = 0; i < 4; i++) void queue.add(`${i}`, from(`net ${i}`, `account ${i}`))
  void queue.add('known', { keys: ['device'] })
  for (let i = 0; i < 5; i++) await queue.endNext()
  expect(queue.started).toEqual(['0', '1', '2', '3', 'known'])
})

test('fair queue: a job whose connection has closed is skipped', async () => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 4 })
  const closing = new AbortController()
  for (let i = 0; i < 2; i++) void queue.add(`${i}`, from('net', 'ines'))
  const queued = queue.add('gone', { ...from('net', 'ines'), signal: closing.signal })
  const late = queue.add('late', { ...from('net', 'ines'), signal: AbortSignal.abort() })
  closing.abort()
  for (const job of [queued, late]) await expect(job).rejects.toBe(busy)
  void queue.add('next', from('net', 'ines'))
  for (let i = 0; i < 3; i++) await queue.endNext()
  expect(queue.started).toEqual(['0', '1', 'next'])
})

test('fair queue: after a job has failed the next one runs', async () => {
  const run = createFairQueue({ concurrency: 1, maxQueue: 1, onOverflow: () => busy })
  const failing = run({ keys: [] }, () => Promise.reject(new Error('no memory')))
  const next = run({ keys: [] }, async () => 'done')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('done')
})

test('fair queue: users take turns, regardless of arrival order and number of jobs', async () => {
  const queue = createTestQueue({ concurrency: 1, maxQueue: 100, perKey: 10 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void queue.add(name)
  for (let i = 0; i < 7; i++) await queue.endNext()
  expect(queue.started).toEqual(['a1', 'c1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

test('fair queue: a first job waits for one of many users with expensive jobs', async () => {
  const queue = createTestQueue({ concurrency: 1, maxQueue: 100, perKey: 20 })
  for (let job = 0; job < 12; job++)
    for (const user of ['a', 'b', 'c', 'd', 'e']) void queue.add(`${user}${job}`)
  void queue.add('legitimate')
  await queue.endNext()
  expect(queue.started).toEqual(['a0', 'legitimate'])
  await queue.endNext()
  for (let i = 0; i < 6; i++) await queue.endNext()
  void queue.add('legitimate')
  await queue.endNext()
  expect(queue.started.slice(-1)).toEqual(['legitimate'])
})

test('fair queue: one user has one job running at a time, even if there is capacity for more', async () => {
  const queue = createTestQueue({ concurrency: 3, maxQueue: 100, perKey: 10 })
  for (const name of ['a1', 'a2', 'b1']) void queue.add(name)
  await settled()
  expect(queue.started).toEqual(['a1', 'b1'])
  await queue.endNext()
  expect(queue.started).toEqual(['a1', 'b1', 'a2'])
})

test('fair queue: too many waiting jobs of one user are rejected with 429', async () => {
  const queue = createTestQueue({ concurrency: 2, maxQueue: 100, perKey: 2 })
  for (const name of ['a1', 'a2', 'a3']) void queue.add(name)
  await expect(queue.add('a4')).rejects.toBe(tooMany)
  void queue.add('b1')
  await settled()
  expect(queue.started).toEqual(['a1', 'b1'])
})

test('fair queue: one user cannot fill it for others', async () => {
  const queue = createTestQueue({ concurrency: 1, maxQueue: 3, perKey: 3 })
  const last = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.add(name)).at(-1)
  const rejected = expect(last).rejects.toBe(busy)
  void queue.add('b1')
  await rejected
  await queue.endNext()
  expect(queue.started).toEqual(['a1', 'b1'])
})
