import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchPage, routes } from './routes.tsx'

test.each([
  ['/?q=1', '/', {}],
  ['/discover/', '/discover', {}],
  ['/Discover', '/discover', {}],
  ['/discover/more', '*', {}],
  ['/track/soft-landing?t=3', '/track/:slug', { slug: 'soft-landing' }],
  ['/track/caf%C3%A9', '/track/:slug', { slug: 'café' }],
  ['/track/%E0%A4%A', '/track/:slug', { slug: '%E0%A4%A' }],
  ['/track', '*', {}],
  ['/track/a/b', '*', {}],
  ['/profile', '/profile/:id?', { id: undefined }],
  ['/profile/me', '/profile/:id?', { id: 'me' }],
])('routes: %s is the page %s with the parameters %o', (path, pattern, params) => {
  const matched = matchPage(path, true)
  expect(matched.route.path).toBe(pattern)
  expect(matched.params).toMatchObject(params)
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
