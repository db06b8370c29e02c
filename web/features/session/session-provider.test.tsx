import { expect, test } from 'vitest'
import { expectsSession, setSessionHint } from './session-provider.tsx'

test('session hint: it is set after signing in, and unset in a new browser and after signing out', () => {
  localStorage.clear()
  expect(expectsSession()).toBe(false)
  setSessionHint(true)
  expect(expectsSession()).toBe(true)
  setSessionHint(false)
  expect(expectsSession()).toBe(false)
})
