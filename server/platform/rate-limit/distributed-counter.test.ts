import { expect, test } from 'vitest'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { createDistributedCounter } from './distributed-counter.ts'
import { addToCounters } from './repository.ts'

const database = setUpTestDatabase()

const windowMs = 60 * 60 * 1000
let keys = 0
const newKey = () => `key ${keys++}`

/** The counter of one server, synced only when the test says so. */
function start(options: { now?: () => number; isDown?: () => boolean } = {}) {
  const counter = createDistributedCounter({
    addDeltas: (deltas) =>
      options.isDown?.()
        ? Promise.reject(new Error('the database is down'))
        : addToCounters(database.postgres.db, deltas),
    ...(options.now && { now: options.now }),
  })
  counter.close()
  return counter
}

function incrementTimes(server: ReturnType<typeof start>, key: string, times: number, max = 100) {
  return Array.from({ length: times }, () => server.increment(key, { max, windowMs })).at(-1)?.count
}

test('two servers return one sum after both have synced', async () => {
  const [one, two, key] = [start(), start(), newKey()]
  expect(incrementTimes(one, key, 40)).toBe(40)
  expect(incrementTimes(two, key, 30)).toBe(30)
  await one.sync()
  await two.sync()
  expect(incrementTimes(two, key, 1)).toBe(71)
  expect(incrementTimes(one, key, 1)).toBe(41)
  await two.sync()
  await one.sync()
  expect(incrementTimes(one, key, 1)).toBe(73)
  expect(incrementTimes(one, newKey(), 1)).toBe(1)
})

test('a key is synced only from a tenth of its quota on', async () => {
  const [one, two, key] = [start(), start(), newKey()]
  incrementTimes(one, key, 9)
  await one.sync()
  incrementTimes(two, key, 10)
  await two.sync()
  expect(incrementTimes(two, key, 1)).toBe(11)
  incrementTimes(one, key, 1)
  await one.sync()
  expect(incrementTimes(one, key, 1)).toBe(21)
})

test('decrementing lowers the sum, never below zero', async () => {
  const [one, two, key] = [start(), start(), newKey()]
  one.decrement(key)
  expect(incrementTimes(one, key, 20)).toBe(20)
  await one.sync()
  for (let i = 0; i < 5; i++) one.decrement(key)
  await one.sync()
  incrementTimes(two, key, 10)
  await two.sync()
  expect(incrementTimes(two, key, 1)).toBe(26)
})

test('concurrent syncs of two servers lose nothing', async () => {
  const [one, two] = [start(), start()]
  const subjects = Array.from({ length: 20 }, newKey)
  for (let round = 0; round < 20; round++) {
    for (const key of subjects) for (const server of [one, two]) incrementTimes(server, key, 1, 1)
    await Promise.all([one.sync(), two.sync()])
  }
  for (const key of subjects) incrementTimes(two, key, 1, 1)
  await two.sync()
  for (const key of subjects) expect(incrementTimes(two, key, 1)).toBe(42)
})

test('a window ends at the same time on every server', async () => {
  const clock = { time: Date.now() }
  const now = () => clock.time
  const [one, two, key] = [start({ now }), start({ now }), newKey()]
  clock.time -= windowMs / 2
  incrementTimes(one, key, 1, 1)
  clock.time += windowMs / 2
  await one.sync()
  incrementTimes(two, key, 1, 1)
  await two.sync()
  const { count, msLeft } = two.increment(key, { max: 1, windowMs })
  expect(count).toBe(3)
  expect(msLeft).toBeLessThanOrEqual(windowMs / 2)
  clock.time += windowMs / 2
  for (const server of [one, two])
    expect(server.increment(key, { max: 1, windowMs })).toEqual({ count: 1, msLeft: windowMs })
})

test('each server counts for itself and syncs the rest once the database is back', async () => {
  let isDown = true
  const [one, two, key] = [start({ isDown: () => isDown }), start(), newKey()]
  incrementTimes(one, key, 30)
  await one.sync()
  expect(incrementTimes(one, key, 1)).toBe(31)
  isDown = false
  await one.sync()
  incrementTimes(two, key, 20)
  await two.sync()
  expect(incrementTimes(two, key, 1)).toBe(52)
})
