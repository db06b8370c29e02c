import { expect, test, vi } from 'vitest'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { clearDraft, saveDraft } from '#web/ui/draft-persistence.ts'
import { loadUploadDraft } from './upload-draft.ts'

test('upload draft: it is restored once after signing in again, for the same user', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  const { draft, isRestored } = loadUploadDraft('ines')
  expect(isRestored).toBe(false)
  const audio = { path: '/objects/audio/1', name: 'a.wav', size: 3 }
  const typed = { ...draft, mode: 'bulk' as const, audio }
  saveDraft(draftKeys.upload('ines'), typed)
  expect(loadUploadDraft('ines')).toEqual({ draft: typed, isRestored: true })
  expect(loadUploadDraft('maren').isRestored).toBe(false)
  clearDraft(draftKeys.upload('ines'))
  expect(loadUploadDraft('ines').isRestored).toBe(false)
})
