import { expect, it } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const never = () => new Promise<never>(() => {})

it('fails with a sentence when the work is late, and not when it is under way by then', async () => {
  expect(await withTimeout(Promise.resolve(7), 1000)).toBe(7)
  await expect(withTimeout(never(), 1)).rejects.toMatchObject({
    status: 503,
    message: 'This takes too long right now. Please try again in a moment.',
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  const begun = withTimeout(promise, 1, () => {
    // The time is over, and it is not late.
    setImmediate(resolve, 'sent')
    return false
  })
  expect(await begun).toBe('sent')
})
