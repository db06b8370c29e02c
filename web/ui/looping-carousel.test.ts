import { beforeEach, expect, test, vi } from 'vitest'
import { createAutoAdvance } from './looping-carousel.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

test('auto-advance: it moves after 3 s, then every 4 s', () => {
  const move = vi.fn()
  createAutoAdvance(move).start()
  vi.advanceTimersByTime(2_999)
  expect(move).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(move).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(3_999)
  expect(move).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(move).toHaveBeenCalledTimes(2)
})

test('auto-advance: it does not move while stopped, and waits a full interval after a restart', () => {
  const move = vi.fn()
  const advance = createAutoAdvance(move)
  advance.start()
  vi.advanceTimersByTime(3_500)
  advance.stop()
  vi.advanceTimersByTime(60_000)
  expect(move).toHaveBeenCalledTimes(1)
  advance.start()
  vi.advanceTimersByTime(3_999)
  expect(move).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(move).toHaveBeenCalledTimes(2)
})
