import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAnswer } from './kept-answer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An answer whose making the test ends when it likes. */
function startKeeping() {
  const making: { done(value: unknown): void; fail(error: Error): void }[] = []
  const kept = keepAnswer(() => new Promise((done, fail) => making.push({ done, fail })))
  return { ...kept, making }
}

describe('a kept answer', () => {
  it('is made once for all who ask', async () => {
    const { answer, ready, making } = startKeeping()
    const asked = [answer(), answer()]
    expect(ready()).toBeUndefined()
    const made = { tracks: 1 }
    making[0]?.done(made)
    expect(await Promise.all(asked)).toEqual([made, made])
    expect(await answer()).toBe(made)
    expect(ready()).toBe(made)
    expect(making).toHaveLength(1)
  })

  it('is made anew after two seconds', async () => {
    const { answer, ready, making } = startKeeping()
    const first = answer()
    making[0]?.done('old')
    await first
    vi.advanceTimersByTime(1999)
    expect(await answer()).toBe('old')
    vi.advanceTimersByTime(1)
    expect(ready()).toBeUndefined()
    const second = answer()
    making[1]?.done('new')
    expect(await second).toBe('new')
  })

  it('is not kept if something changed while it was being made', async () => {
    const { answer, drop, making } = startKeeping()
    const before = answer()
    drop()
    const after = answer()
    making[1]?.done('new')
    making[0]?.done('old')
    expect(await after).toBe('new')
    expect(await before).toBe('old')
    expect(await answer()).toBe('new')
  })

  it('is tried again at once after a failure', async () => {
    const { answer, making } = startKeeping()
    const failing = answer()
    making[0]?.fail(new Error('the database is away'))
    await expect(failing).rejects.toThrow('the database is away')
    const next = answer()
    making[1]?.done('back')
    expect(await next).toBe('back')
  })
})
