import { expect, test } from 'vitest'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { clearDraft, readDraft, saveDraft } from './draft-persistence.ts'

function memoryStorage(): BrowserStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
  }
}

test('drafts: they are restored per form until they are cleared', () => {
  const storage = memoryStorage()
  saveDraft('playlist p1', { title: 'Rain', description: '' }, storage)
  expect(readDraft('playlist p1', storage)).toEqual({ title: 'Rain', description: '' })
  expect(readDraft('playlist p2', storage)).toBeNull()
  clearDraft('playlist p1', storage)
  expect(readDraft('playlist p1', storage)).toBeNull()
})

test('drafts: they ignore stored values that are not an object', () => {
  expect(readDraft('x', { get: () => '{broken', set: () => {} })).toBeNull()
  expect(readDraft('x', { get: () => '7', set: () => {} })).toBeNull()
})
