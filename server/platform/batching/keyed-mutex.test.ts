import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('keyed mutex: work with the same key waits, and work with another key does not', async () => {
  const withLock = createKeyedMutex()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const waiting = [
    withLock('a', async () => {
      await first.promise
      seen.push('a1')
    }),
    withLock('a', async () => seen.push('a2')),
  ]
  await withLock('b', async () => seen.push('b'))
  expect(seen).toEqual(['b'])
  first.resolve()
  await Promise.all(waiting)
  expect(seen).toEqual(['b', 'a1', 'a2'])
})

test('keyed mutex: work continues after a failure, which only its own caller sees', async () => {
  const withLock = createKeyedMutex()
  const failing = withLock('a', async () => {
    throw new Error('broken')
  })
  const next = withLock('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})
