import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const never = () => new Promise<never>(() => {})

test('withTimeout: a promise that takes too long rejects with 503, unless its response has begun', async () => {
  expect(await withTimeout(Promise.resolve(7), 1000)).toBe(7)
  await expect(withTimeout(never(), 1)).rejects.toMatchObject({
    status: 503,
    message: 'This is taking too long. Please try again in a moment.',
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  const sending = withTimeout(promise, 1, () => {
    // The timeout has passed, but the response is being sent.
    setImmediate(resolve, 'sent')
    return false
  })
  expect(await sending).toBe('sent')
})
