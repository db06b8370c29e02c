import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { RouteDefinition } from '#contract/route.ts'
import { createFastify } from './fastify.ts'
import { createRegisterRoute } from './register-route.ts'

const route = (method: 'GET' | 'POST') =>
  ({
    method,
    path: '/slow',
    summary: 'Slow.',
    access: 'anyone',
    responses: { 200: z.object({ done: z.boolean() }) },
  }) as unknown as RouteDefinition

/** After all that needs no timer. */
async function settled(value?: string) {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  return value
}

/** Sends a request whose guard and handler wait for the test, and lets five seconds pass. */
async function sendSlow(
  method: 'GET' | 'POST',
  { waitsIn, isWrite }: { waitsIn: 'guard' | 'handle'; isWrite?: true },
) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async (where: string) => {
    if (where !== waitsIn) return
    begun.resolve()
    await ended.promise
  }
  let handled = 0
  const app = await createFastify({
    publicUrl: 'http://localhost',
    storeOrigins: [],
    trustProxy: false,
    logLevel: 'silent',
    validateResponses: true,
  })
  onTestFinished(() => app.close())
  const limiter = { checksForRoute: () => [] } as never
  createRegisterRoute(app, { viewerOf: async () => undefined, limiter })(route(method), {
    ...(isWrite && { writes: 'content' }),
    guard: () => wait('guard'),
    async handle() {
      handled++
      await wait('handle')
      return { done: true } as never
    },
  })
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent = app.inject({ method, url: '/slow' }).then(({ statusCode }) => statusCode)
  await begun.promise
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  const early = await Promise.race([sent, settled('waiting')])
  ended.resolve()
  const status = await sent
  await settled()
  return { early, status, handled }
}

test('routes: a read that takes too long gets 503', async () => {
  expect(await sendSlow('GET', { waitsIn: 'handle' })).toMatchObject({ early: 503, status: 503 })
})

test('routes: a write that has begun is awaited, so that its response is what happened', async () => {
  const awaited = { early: 'waiting', status: 200 }
  expect(await sendSlow('POST', { waitsIn: 'handle' })).toMatchObject(awaited)
  expect(await sendSlow('GET', { waitsIn: 'handle', isWrite: true })).toMatchObject(awaited)
})

test('routes: a write that has not begun in time gets 503, and never begins', async () => {
  expect(await sendSlow('POST', { waitsIn: 'guard' })).toEqual({
    early: 503,
    status: 503,
    handled: 0,
  })
})
