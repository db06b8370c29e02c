import { expect, test } from 'vitest'
import { clearDraft, readDraft, saveDraft } from './draft-persistence.ts'

test('drafts: they are restored per form until they are cleared', () => {
  saveDraft('playlist p1', { title: 'Rain', description: '' })
  expect(readDraft('playlist p1')).toEqual({ title: 'Rain', description: '' })
  expect(readDraft('playlist p2')).toBeNull()
  clearDraft('playlist p1')
  expect(readDraft('playlist p1')).toBeNull()
})

test('drafts: they ignore stored values that are not an object', () => {
  for (const value of ['{broken', '7']) {
    sessionStorage.setItem('draft:x', value)
    expect(readDraft('x')).toBeNull()
  }
})
