import { expect, test } from 'vitest'
import { privacyHint, privacyLabels } from './privacy-labels.ts'

test('privacy hint: making something public unlisted says that its link stays the same', () => {
  const note = 'Its link stays the same: anyone who has it can still open it.'
  expect(privacyHint('unlisted', 'public')).toBe(`${privacyLabels.unlisted.hint}. ${note}`)
  expect(privacyHint('unlisted', 'unlisted')).toBe(privacyLabels.unlisted.hint)
  expect(privacyHint('unlisted', 'private')).toBe(privacyLabels.unlisted.hint)
  expect(privacyHint('private', 'public')).toBe(privacyLabels.private.hint)
})
