import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A memoized function whose calls the test resolves. */
function memoizePending() {
  const pending: { done(value: unknown): void; fail(error: Error): void }[] = []
  const memoized = memoizeAsync(() => new Promise((done, fail) => pending.push({ done, fail })))
  return { ...memoized, pending }
}

test('memoizeAsync: concurrent callers share one load', async () => {
  const { get, pending } = memoizePending()
  const calls = [get(), get()]
  const made = { tracks: 1 }
  pending[0]?.done(made)
  expect(await Promise.all(calls)).toEqual([made, made])
  expect(await get()).toBe(made)
  expect(pending).toHaveLength(1)
})

test('memoizeAsync: the value is loaded again after two seconds', async () => {
  const { get, pending } = memoizePending()
  const first = get()
  pending[0]?.done('old')
  await first
  vi.advanceTimersByTime(1999)
  expect(await get()).toBe('old')
  vi.advanceTimersByTime(1)
  const second = get()
  pending[1]?.done('new')
  expect(await second).toBe('new')
})

test('memoizeAsync: a value that was invalidated while loading is not cached', async () => {
  const { get, invalidate, pending } = memoizePending()
  const before = get()
  invalidate()
  const after = get()
  pending[1]?.done('new')
  pending[0]?.done('old')
  expect(await after).toBe('new')
  expect(await before).toBe('old')
  expect(await get()).toBe('new')
})

test('memoizeAsync: a failed load is retried by the next caller', async () => {
  const { get, pending } = memoizePending()
  const failing = get()
  pending[0]?.fail(new Error('the database is away'))
  await expect(failing).rejects.toThrow('the database is away')
  const next = get()
  pending[1]?.done('back')
  expect(await next).toBe('back')
})
