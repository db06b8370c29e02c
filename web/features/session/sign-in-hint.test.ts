import { expect, it } from 'vitest'
import { expectsSession, setSessionHint } from './sign-in-hint.ts'

it('expects whoever was signed in last, and nobody in a new browser', () => {
  const kept = new Map<string, string>()
  const memory = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
  expect(expectsSession(memory)).toBe(false)
  setSessionHint(true, memory)
  expect(expectsSession(memory)).toBe(true)
  setSessionHint(false, memory)
  expect(expectsSession(memory)).toBe(false)
})
