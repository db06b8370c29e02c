import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An response whose making the test ends when it likes. */
function startKeeping() {
  const making: { done(value: unknown): void; fail(error: Error): void }[] = []
  const kept = memoizeAsync(() => new Promise((done, fail) => making.push({ done, fail })))
  return { ...kept, making }
}

describe('memoizeAsync', () => {
  it('memoizeAsync: concurrent callers share one load', async () => {
    const { get, peek, making } = startKeeping()
    const asked = [get(), get()]
    expect(peek()).toBeUndefined()
    const made = { tracks: 1 }
    making[0]?.done(made)
    expect(await Promise.all(asked)).toEqual([made, made])
    expect(await get()).toBe(made)
    expect(peek()).toBe(made)
    expect(making).toHaveLength(1)
  })

  it('memoizeAsync: the value is loaded again after two seconds', async () => {
    const { get, peek, making } = startKeeping()
    const first = get()
    making[0]?.done('old')
    await first
    vi.advanceTimersByTime(1999)
    expect(await get()).toBe('old')
    vi.advanceTimersByTime(1)
    expect(peek()).toBeUndefined()
    const second = get()
    making[1]?.done('new')
    expect(await second).toBe('new')
  })

  it('memoizeAsync: a value that was invalidated while loading is not cached', async () => {
    const { get, invalidate, making } = startKeeping()
    const before = get()
    invalidate()
    const after = get()
    making[1]?.done('new')
    making[0]?.done('old')
    expect(await after).toBe('new')
    expect(await before).toBe('old')
    expect(await get()).toBe('new')
  })

  it('memoizeAsync: a failed load is retried by the next caller', async () => {
    const { get, making } = startKeeping()
    const failing = get()
    making[0]?.fail(new Error('the database is away'))
    await expect(failing).rejects.toThrow('the database is away')
    const next = get()
    making[1]?.done('back')
    expect(await next).toBe('back')
  })
})
