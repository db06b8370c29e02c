import { expect, onTestFinished, test, vi } from 'vitest'
import { startWorker } from './worker.ts'

const rarely = 60 * 60_000
const onFailure = vi.fn()

test('a worker that is woken while it looks for work looks again', async () => {
  const looking = Promise.withResolvers<boolean>()
  const runNext = vi.fn(async () => false).mockReturnValueOnce(looking.promise)
  const worker = startWorker({ runNext, pollMs: rarely, onFailure })
  onTestFinished(() => worker.stop())
  worker.wake()
  looking.resolve(false)
  await expect.poll(() => runNext.mock.calls.length).toBe(2)
})

test('a worker that stops waits for what is running, and starts nothing else', async () => {
  const running = Promise.withResolvers<boolean>()
  const runNext = vi.fn(() => running.promise)
  const worker = startWorker({ runNext, pollMs: rarely, onFailure })
  let isStopped = false
  const stopped = worker.stop().then(() => (isStopped = true))
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  running.resolve(true)
  await stopped
  expect(runNext).toHaveBeenCalledTimes(1)
})

test('a worker reports a failure and continues when it is woken', async () => {
  const runNext = vi.fn(async () => false).mockRejectedValueOnce(new Error('broken'))
  const worker = startWorker({ runNext, pollMs: rarely, onFailure })
  onTestFinished(() => worker.stop())
  await expect.poll(() => onFailure.mock.calls).toEqual([[new Error('broken')]])
  worker.wake()
  await expect.poll(() => runNext.mock.calls.length).toBe(2)
})
