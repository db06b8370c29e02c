import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createSharedCounts, type SharedCounts } from './distributed-counter.ts'
import { addToCounts } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const windowMs = 60 * 60 * 1000
let keys = 0
const newKey = () => `somebody ${keys++}`

/** A server's counts, exchanged only when the test says so. */
function start(options: { now?: () => number; isAway?: () => boolean } = {}): SharedCounts {
  const counts = createSharedCounts({
    addToAll: (told) =>
      options.isAway?.()
        ? Promise.reject(new Error('the database is away'))
        : addToCounts(database.postgres.db, told),
    ...(options.now && { now: options.now }),
  })
  counts.close()
  return counts
}

function addOften(server: SharedCounts, key: string, times: number, most = 100) {
  return Array.from({ length: times }, () => server.add(key, { most, windowMs })).at(-1)?.count
}

describe('what two servers count', () => {
  it('is one sum, once each has told the other', async () => {
    const [one, two, key] = [start(), start(), newKey()]
    expect(addOften(one, key, 40)).toBe(40)
    expect(addOften(two, key, 30)).toBe(30)
    await one.exchange()
    await two.exchange()
    expect(addOften(two, key, 1)).toBe(71)
    expect(addOften(one, key, 1)).toBe(41)
    await two.exchange()
    await one.exchange()
    expect(addOften(one, key, 1)).toBe(73)
    expect(addOften(one, newKey(), 1)).toBe(1)
  })

  it('is not told before a tenth of what is allowed is used up', async () => {
    const [one, two, key] = [start(), start(), newKey()]
    addOften(one, key, 9)
    await one.exchange()
    addOften(two, key, 10)
    await two.exchange()
    expect(addOften(two, key, 1)).toBe(11)
    addOften(one, key, 1)
    await one.exchange()
    expect(addOften(one, key, 1)).toBe(21)
  })

  it('shrinks by what is taken back, never below nothing', async () => {
    const [one, two, key] = [start(), start(), newKey()]
    one.takeBack(key)
    expect(addOften(one, key, 20)).toBe(20)
    await one.exchange()
    for (let i = 0; i < 5; i++) one.takeBack(key)
    await one.exchange()
    addOften(two, key, 10)
    await two.exchange()
    expect(addOften(two, key, 1)).toBe(26)
  })

  it('loses nothing when both tell at once', async () => {
    const [one, two] = [start(), start()]
    const people = Array.from({ length: 20 }, newKey)
    for (let round = 0; round < 20; round++) {
      for (const key of people) for (const server of [one, two]) addOften(server, key, 1, 1)
      await Promise.all([one.exchange(), two.exchange()])
    }
    for (const key of people) addOften(two, key, 1, 1)
    await two.exchange()
    for (const key of people) expect(addOften(two, key, 1)).toBe(42)
  })
})

describe('the window', () => {
  it('ends for a late server when it ends for the first', async () => {
    const clock = { time: Date.now() }
    const now = () => clock.time
    const [one, two, key] = [start({ now }), start({ now }), newKey()]
    clock.time -= windowMs / 2
    addOften(one, key, 1, 1)
    clock.time += windowMs / 2
    await one.exchange()
    addOften(two, key, 1, 1)
    await two.exchange()
    const { count, msLeft } = two.add(key, { most: 1, windowMs })
    expect(count).toBe(3)
    expect(msLeft).toBeLessThanOrEqual(windowMs / 2)
    clock.time += windowMs / 2
    for (const server of [one, two])
      expect(server.add(key, { most: 1, windowMs })).toEqual({ count: 1, msLeft: windowMs })
  })
})

describe('without the database', () => {
  it('each server counts for itself, and tells what it missed with its next count', async () => {
    let isAway = true
    const [one, two, key] = [start({ isAway: () => isAway }), start(), newKey()]
    addOften(one, key, 30)
    await one.exchange()
    expect(addOften(one, key, 1)).toBe(31)
    isAway = false
    await one.exchange()
    addOften(two, key, 20)
    await two.exchange()
    expect(addOften(two, key, 1)).toBe(52)
  })
})
