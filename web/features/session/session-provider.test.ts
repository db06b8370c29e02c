import { expect, test } from 'vitest'
import { expectsSession, setSessionHint } from './session-provider.tsx'

test('session hint: it is set after signing in, and unset in a new browser and after signing out', () => {
  const entries = new Map<string, string>()
  const storage = {
    get: (key: string) => entries.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? entries.delete(key) : entries.set(key, value)),
  }
  expect(expectsSession(storage)).toBe(false)
  setSessionHint(true, storage)
  expect(expectsSession(storage)).toBe(true)
  setSessionHint(false, storage)
  expect(expectsSession(storage)).toBe(false)
})
