import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

it('lets work with the same key wait, and no other', async () => {
  const inTurn = createKeyedMutex()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const waiting = [
    inTurn('a', async () => {
      await first.promise
      seen.push('a1')
    }),
    inTurn('a', async () => seen.push('a2')),
  ]
  await inTurn('b', async () => seen.push('b'))
  expect(seen).toEqual(['b'])
  first.resolve()
  await Promise.all(waiting)
  expect(seen).toEqual(['b', 'a1', 'a2'])
})

it('goes on after work that failed, and tells only its own caller', async () => {
  const inTurn = createKeyedMutex()
  const failing = inTurn('a', async () => {
    throw new Error('broken')
  })
  const next = inTurn('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})
