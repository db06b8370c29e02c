import { afterEach, expect, it, vi } from 'vitest'
import { clearUploadDraft, loadUploadDraft, saveUploadDraft } from './upload-draft.ts'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
afterEach(() => kept.clear())

it('is back after a new sign-in, for the same person and once', () => {
  const { draft, isRestored } = loadUploadDraft('ines')
  expect(isRestored).toBe(false)
  const audio = { path: '/objects/audio/1', name: 'a.wav', size: 3 }
  const typed = { ...draft, mode: 'bulk' as const, audio }
  saveUploadDraft('ines', typed)
  expect(loadUploadDraft('ines')).toEqual({ draft: typed, isRestored: true })
  expect(loadUploadDraft('maren').isRestored).toBe(false)
  clearUploadDraft('ines')
  expect(loadUploadDraft('ines').isRestored).toBe(false)
})
