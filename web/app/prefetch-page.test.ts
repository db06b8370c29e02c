import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchPage } from './prefetch-page.ts'

let asked: string[]
beforeEach(() => {
  asked = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function serverThat(answers: () => Promise<Response>) {
  vi.stubGlobal('fetch', (address: string | URL) => {
    asked.push(String(address))
    return answers()
  })
}

it.each([
  ['/discover', ['/api/discover']],
  ['/track/ferry%20two', ['/api/tracks/slug/ferry%20two']],
  ['/', []],
  ['/track', []],
])('asks for what %s shows', async (path, calls) => {
  serverThat(async () => Response.json({}))
  await prefetchPage(new QueryClient(), path)
  expect(asked).toEqual(calls)
})

it('prefetching a page gives up on a server that never responds', async () => {
  serverThat(() => new Promise(() => {}))
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
