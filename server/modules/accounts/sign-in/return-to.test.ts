import { expect, test } from 'vitest'
import { safeReturnTo } from './auth-requests.ts'

test.each([
  ['/', '/'],
  ['/track/blue-hour', '/track/blue-hour'],
  ['/search?q=slow%20waltz#top', '/search?q=slow%20waltz#top'],
  ['/profile/zoë', '/profile/zo%C3%AB'],
])('returnTo: %s is a path of this site', (requested, expected) => {
  expect(safeReturnTo(requested)).toBe(expected)
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
  '/%61pi/logout',
  '/%6Fidc/session/end',
  '/%',
  `/${'a'.repeat(2001)}`,
])('returnTo: %s is not a page of this site and becomes /', (requested) => {
  expect(safeReturnTo(requested)).toBe('/')
})
