import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const family = '👩‍👩‍👧'

test.each([
  ['a short text', 'Salt', 'Salt'],
  ['200 characters', 'é'.repeat(200), 'é'.repeat(200)],
  ['200 characters outside of the first plane', '🎻'.repeat(200), '🎻'.repeat(200)],
  ['a longer text', 'a'.repeat(5000), 'a'.repeat(200)],
  ['a longer text of surrogate pairs', '🎻'.repeat(201), '🎻'.repeat(200)],
  ['a combined emoji across the end', `${'a'.repeat(198)}${family}b`, 'a'.repeat(198)],
  ['a letter with 300 accents', `a${'\u0301'.repeat(300)}`, `a${'\u0301'.repeat(199)}`],
  ['an accent behind the end', `${'a'.repeat(199)}e\u0301`, 'a'.repeat(199)],
])('excerpt: %s is cut after 200 whole characters at most', (_what, text, expected) => {
  expect(excerpt(text)).toBe(expected)
})
