import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { healthRoutes } from './health.ts'

test('readiness: many requests ask a dependency once a second, and see its failure and recovery', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  const check = vi.fn(async () => {})
  healthRoutes(app, [{ name: 'the store', check }])
  const statuses = async () => {
    const responses = await Promise.all([1, 2, 3].map(() => app.inject('/readyz')))
    return responses.map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200, 200])
  expect(check).toHaveBeenCalledOnce()

  check.mockRejectedValueOnce(new Error('down'))
  expect(await statuses()).toEqual([200, 200, 200])
  vi.advanceTimersByTime(1000)
  expect(await statuses()).toEqual([503, 503, 503])
  vi.advanceTimersByTime(1000)
  expect(await statuses()).toEqual([200, 200, 200])
  expect(check).toHaveBeenCalledTimes(3)
})

test('readiness: a server that was told to stop is not ready, and still responds', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const stopping = new AbortController()
  healthRoutes(app, [], stopping.signal)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  stopping.abort()
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json().message]).toEqual([
    503,
    'Not ready: the server is stopping.',
  ])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})
