import { expect, test } from 'vitest'
import { browserStorage } from './browser-storage.ts'

function fakeStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage
}

test('browser storage: values are stored and removed', () => {
  const real = fakeStorage()
  const memory = browserStorage(() => real)
  expect(memory.get('theme')).toBeNull()
  memory.set('theme', 'light')
  expect(memory.get('theme')).toBe('light')
  memory.set('theme', null)
  expect(memory.get('theme')).toBeNull()
})

test('browser storage: blocked storage reads null and never throws', () => {
  const memory = browserStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(() => memory.set('theme', 'light')).not.toThrow()
  expect(memory.get('theme')).toBeNull()
})
