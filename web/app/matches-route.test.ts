import { expect, it } from 'vitest'
import { matchesRoute } from './matches-route.ts'

it.each([
  ['/', '/', true],
  ['/', '/?q=1', true],
  ['/', '/discover', false],
  ['/discover', '/discover/', true],
  ['/discover', '/discover/more', false],
  ['/track/:slug', '/track/soft-landing?t=3', true],
  ['/track/:slug', '/track', false],
  ['/track/:slug', '/track/a/b', false],
  ['/profile/:id?', '/profile', true],
  ['/profile/:id?', '/profile/me', true],
])('%s and %s: %s', (route, path, matches) => {
  expect(matchesRoute(route, path)).toBe(matches)
})
