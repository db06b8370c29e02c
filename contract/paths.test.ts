import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('track and playlist paths use the slug, or the id if there is none', () => {
  expect(paths.track({ id: 'a1', slug: 'soft-landing' })).toBe('/track/soft-landing')
  expect(paths.track({ id: 'a1', slug: null })).toBe('/track/a1')
  expect(paths.playlist({ id: 'p1', slug: 'rain' })).toBe('/playlist/rain')
  expect(paths.playlist({ id: 'p1', slug: '' })).toBe('/playlist/p1')
})

test('search paths encode the search text', () => {
  expect(paths.search('drum & bass/100%?')).toBe('/search?q=drum%20%26%20bass%2F100%25%3F')
})
