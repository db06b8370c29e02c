import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.each([
  ['/', '/'],
  ['/track/blue-hour', '/track/blue-hour'],
  ['/search?q=slow%20waltz#top', '/search?q=slow%20waltz#top'],
  ['/profile/zoë', '/profile/zo%C3%AB'],
])('%s leads back there', (asked, expected) => {
  expect(safeReturnTo(asked)).toBe(expected)
})

test.each([
  undefined,
  '',
  'track/blue-hour',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '/api/logout',
  '/x/../api/logout',
  `/${'a'.repeat(2001)}`,
])('%s leads home', (asked) => {
  expect(safeReturnTo(asked)).toBe('/')
})
