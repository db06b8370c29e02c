import { expect, test, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import type { PlayerState } from '../store.ts'
import { testQueue } from '../test-track.ts'
import type { FetchAudio } from './fetch-audio.ts'
import { connectPrefetch } from './prefetch.ts'

const tracks = ['a', 'b', 'c'].map((id) => ({ id }) as Track)

function setUp() {
  const state = { queue: testQueue(tracks, 0), isPlaying: true, loading: false }
  const cached = new Map<string, string>()
  const cache = {
    get: (url: string) => cached.get(url),
    put: (url: string) => void cached.set(url, 'blob:'),
    fits: () => true,
  }
  const requests: { url: string; signal: AbortSignal | undefined; respond: () => void }[] = []
  const fetchAudio = vi.fn<FetchAudio>(
    (url, { signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        requests.push({ url, signal, respond: () => resolve(new Blob(['x'])) })
      }),
  )
  const buffered = { length: 1, start: () => 0, end: vi.fn(() => 60) }
  const audio = Object.assign(new EventTarget(), { buffered, currentTime: 0, duration: 600 })
  const warn = vi.spyOn(console, 'warn').mockReset()
  const isReading = vi.fn(() => false)
  connectPrefetch({
    audio,
    player: { state: () => state as PlayerState, subscribe: () => () => {} },
    sources: { url: ({ id }) => `/audio/${id}` },
    cache,
    fetchAudio,
    isReading,
  })
  const update = () => void audio.dispatchEvent(new Event('progress'))
  return { state, cached, requests, fetchAudio, bufferedEnd: buffered.end, isReading, warn, update }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('prefetch: the next track is fetched into the cache once', async () => {
  const { update, requests, cached } = setUp()
  update()
  update()
  expect(requests.map(({ url }) => url)).toEqual(['/audio/b'])
  requests[0]?.respond()
  await settle()
  expect([...cached.keys()]).toEqual(['/audio/b'])
  update()
  expect(requests).toHaveLength(1)
})

test('prefetch: it starts when the current track plays and is buffered 20 seconds ahead', () => {
  const { update, requests, state, bufferedEnd } = setUp()
  bufferedEnd.mockReturnValue(19)
  update()
  bufferedEnd.mockReturnValue(60)
  state.isPlaying = false
  update()
  expect(requests).toEqual([])
  state.isPlaying = true
  update()
  expect(requests).toHaveLength(1)
})

test('prefetch: a file that the stream loads itself is not fetched twice', () => {
  const { update, requests, isReading } = setUp()
  isReading.mockReturnValue(true)
  update()
  expect(requests).toEqual([])
})

test('prefetch: it is aborted without a log message when the next track changes', async () => {
  const { update, requests, state, warn } = setUp()
  update()
  state.queue = testQueue(tracks, 1)
  update()
  expect(requests.map(({ url, signal }) => [url, signal?.aborted])).toEqual([
    ['/audio/b', true],
    ['/audio/c', false],
  ])
  await settle()
  expect(warn).not.toHaveBeenCalled()
})

test('prefetch: it is aborted while the current track waits for data, and retried afterwards', async () => {
  const { update, requests, state } = setUp()
  update()
  state.loading = true
  update()
  expect(requests[0]?.signal?.aborted).toBe(true)
  await settle()
  state.loading = false
  update()
  expect(requests).toHaveLength(2)
})

test('prefetch: a failure is logged and not retried', async () => {
  const { update, fetchAudio, warn } = setUp()
  const error = new Error('Failed to load audio: 500 Internal Server Error')
  fetchAudio.mockRejectedValueOnce(error)
  update()
  await settle()
  update()
  expect(warn).toHaveBeenCalledExactlyOnceWith(error)
  expect(fetchAudio).toHaveBeenCalledOnce()
})

test('prefetch: it does nothing at the end of the queue', () => {
  const { update, requests, state } = setUp()
  state.queue = testQueue(tracks, 2)
  update()
  expect(requests).toEqual([])
})
