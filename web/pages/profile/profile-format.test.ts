import { expect, test } from 'vitest'
import { monthAndYear, websiteLabel } from './profile-format.ts'

test('join date: it is formatted as month and year', () => {
  expect(monthAndYear('2026-11-15T05:40:00.000Z')).toBe('November 2026')
  expect(monthAndYear('2024-03-15T12:00:00.000Z')).toBe('March 2024')
})

test.each([
  ['https://www.maren.example/', 'maren.example'],
  ['http://maren.example/music?from=here', 'maren.example/music'],
  ['https://maren.example:8443', 'maren.example:8443'],
])('website label: it shortens %s', (website, label) => {
  expect(websiteLabel(website)).toBe(label)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'maren.example', ''])(
  'website label: "%s" does not become a link',
  (website) => {
    expect(websiteLabel(website)).toBeNull()
  },
)
