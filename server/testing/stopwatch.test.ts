import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStopwatch } from './stopwatch.ts'

test('it counts what a process waits, and not what it is kept from running', async () => {
  const watch = startStopwatch()
  const kept = Date.now() + 400
  while (Date.now() < kept);
  expect(watch.elapsed()).toBe(0)
  await expect.poll(watch.elapsed).toBeGreaterThan(100)
  watch.stop()
  const stopped = watch.elapsed()
  await delay(100)
  expect(watch.elapsed()).toBe(stopped)
})
