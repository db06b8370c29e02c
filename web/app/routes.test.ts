import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { matchesRoute, prefetchPage } from './routes.tsx'

test.each([
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
])('routes: whether %s matches %s is %s', (route, path, matches) => {
  expect(matchesRoute(route, path)).toBe(matches)
})

let requested: string[]
beforeEach(() => {
  requested = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubServer(respond: () => Promise<Response>) {
  vi.stubGlobal('fetch', (url: string | URL) => {
    requested.push(String(url))
    return respond()
  })
}

test.each([
  ['/discover', ['/api/discover']],
  ['/track/ferry%20two', ['/api/tracks/slug/ferry%20two']],
  ['/', []],
  ['/track', []],
])('prefetching %s requests the data that the page shows', async (path, calls) => {
  stubServer(async () => Response.json({}))
  await prefetchPage(new QueryClient(), path)
  expect(requested).toEqual(calls)
})

test('prefetching a page ends after two seconds if the server never responds', async () => {
  stubServer(() => new Promise(() => {}))
  let isDone = false
  const waiting = prefetchPage(new QueryClient(), '/discover').then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  await waiting
  expect(isDone).toBe(true)
})
