import { expect, it } from 'vitest'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { clearDraft, readDraft, saveDraft } from './draft-persistence.ts'

function inMemory(): BrowserStorage {
  const kept = new Map<string, string>()
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
}

it('gives back what was typed until it is dropped, each form its own', () => {
  const memory = inMemory()
  saveDraft('playlist p1', { title: 'Rain', description: '' }, memory)
  expect(readDraft('playlist p1', memory)).toEqual({ title: 'Rain', description: '' })
  expect(readDraft('playlist p2', memory)).toBeNull()
  clearDraft('playlist p1', memory)
  expect(readDraft('playlist p1', memory)).toBeNull()
})

it('knows nothing where something else was kept', () => {
  expect(readDraft('x', { get: () => '{broken', set: () => {} })).toBeNull()
  expect(readDraft('x', { get: () => '7', set: () => {} })).toBeNull()
})
