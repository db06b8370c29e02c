import { expect, it } from 'vitest'
import { expectsSession, rememberSession } from './sign-in-hint.ts'

it('expects whoever was signed in last, and nobody in a new browser', () => {
  const kept = new Map<string, string>()
  const memory = {
    read: (key: string) => kept.get(key) ?? null,
    keep: (key: string, value: string | null) =>
      void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
  expect(expectsSession(memory)).toBe(false)
  rememberSession(true, memory)
  expect(expectsSession(memory)).toBe(true)
  rememberSession(false, memory)
  expect(expectsSession(memory)).toBe(false)
})
