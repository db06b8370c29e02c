import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchPage, matchRoute, routes } from './routes.tsx'

test.each([
  ['/', '/', {}],
  ['/', '/?q=1', {}],
  ['/', '/discover', null],
  ['/discover', '/discover/', {}],
  ['/discover', '/discover/more', null],
  ['/track/:slug', '/track/soft-landing?t=3', { slug: 'soft-landing' }],
  ['/track/:slug', '/track/caf%C3%A9', { slug: 'café' }],
  ['/track/:slug', '/track', null],
  ['/track/:slug', '/track/a/b', null],
  ['/profile/:id?', '/profile', { id: undefined }],
  ['/profile/:id?', '/profile/me', { id: 'me' }],
])('routes: the parameters that %s finds in %s are %o', (pattern, path, params) => {
  expect(matchRoute(pattern, path)).toEqual(params)
})

test('routes: every route has the file of a page', async () => {
  for (const { path } of routes) {
    const { component } = matchPage(path, true)
    expect((await component.preload()).component, path).toBeTypeOf('function')
  }
})

test('routes: no other file is built as a page', () => {
  const files = globSync('pages/**/*-page.tsx', { cwd: 'web' })
  const sources = routes.flatMap(({ path }) =>
    [true, false].map((isSignedIn) => matchPage(path, isSignedIn).source),
  )
  expect(files.sort()).toEqual([...new Set([...sources, 'pages/not-found-page.tsx'])].sort())
})

test('routes: the home page is the landing page for visitors and discover for users', () => {
  expect(matchPage('/', false).source).toBe('pages/landing/landing-page.tsx')
  expect(matchPage('/', true).source).toBe('pages/discover/discover-page.tsx')
})

test('routes: any other path is not found', () => {
  expect(matchPage('/library/nothing', true).source).toBe('pages/not-found-page.tsx')
})
