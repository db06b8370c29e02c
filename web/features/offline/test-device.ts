import { expect, vi } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { audioUrl } from '#web/lib/api-urls.ts'
import { testTrack } from '../player/test-track.ts'
import { createOfflineItems } from './offline-items.ts'
import { createOfflineStore, type Lock, type OfflineStore } from './offline-store.ts'
import { testCache } from './test-cache.ts'

/** The size of every audio file. */
export const audioBytes = 5000

/** The requests it got, and other responses than the usual ones, by path. */
export const server = {
  requests: [] as string[],
  responses: new Map<string, (init: RequestInit) => Response | Promise<Response>>(),
}

async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  // An object store to which the server redirects would have to allow credentials.
  expect(init.credentials).toBeUndefined()
  const path = url.split('?')[0] ?? ''
  server.requests.push(path)
  const respond = server.responses.get(path)
  if (respond) return respond(init)
  if (path.endsWith('/audio'))
    return new Response(new Uint8Array(audioBytes), {
      headers: { 'content-type': 'audio/mpeg', 'content-length': String(audioBytes) },
    })
  if (/artwork|cover/.test(path)) return new Response(new Uint8Array(100))
  return Response.json(makeTrack(path.split('/').at(-1) ?? ''))
}

/** A device with nothing stored, and a server that has every track. */
export function setUp(maxBytes?: number) {
  server.requests = []
  server.responses.clear()
  const { cache, paths } = testCache(maxBytes)
  let isCreated = false
  vi.stubGlobal('fetch', fetchFile)
  vi.stubGlobal('caches', {
    has: async () => isCreated,
    async open() {
      isCreated = true
      return cache
    },
  })
  vi.spyOn(console, 'warn').mockReset()
  const items = createOfflineItems('device', (track) => audioUrl(track))
  const tabs: OfflineStore[] = []
  const lock = testLock()
  function openTab() {
    const store = createOfflineStore(items, lock, (message) => {
      for (const tab of tabs) if (tab !== store) void tab.receive(message)
    })
    tabs.push(store)
    return store
  }
  return { items, paths, cache, lock, hasCache: () => isCreated, store: openTab(), openTab }
}

/** As a Web Lock: one task at a time, in order; a signal ends waiting. */
function testLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (task, signal) =>
    new Promise((resolve, reject) => {
      const leave = () => reject(signal?.reason)
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave)
      last = last.then(async () => {
        if (signal?.aborted) return
        signal?.removeEventListener('abort', leave)
        await task().then(resolve, reject)
      })
    })
}

export const makeTrack = (id: string): Track => ({
  ...testTrack(id),
  id,
  slug: `slug-${id}`,
  audioUrl: `/objects/audio/${id}-1.mp3`,
})
export const makePlaylist = (id: string, tracks: Track[]) =>
  ({
    id,
    slug: `slug-${id}`,
    title: id,
    coverUrl: null,
    playlistTracks: tracks.map((track) => ({ id: track.id, track })),
  }) as unknown as PlaylistDetail

export const audioOf = (id: string) => `/api/tracks/${id}/audio`

/** A request to which the server does not respond. */
export const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
