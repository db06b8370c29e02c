// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { audioUrl } from '#web/lib/api-urls.ts'
import { sessionPath, versionHeader } from '#web/lib/offline-caches.ts'
import { testTrack } from '../player/test-track.ts'
import { checkItems } from './check-items.ts'
import { createOfflineItems, totalBytes } from './offline-items.ts'
import { createOfflineStore, type OfflineStore } from './offline-store.ts'
import { testCache } from './test-cache.ts'

afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()
/** The size of every audio file. */
const audioBytes = 5000

let requests: string[]
/** Other responses than the usual ones, by path. */
let responses: Map<string, (init: RequestInit) => Response | Promise<Response>>
beforeEach(() => {
  requests = []
  responses = new Map()
})

async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  // An object store to which the server redirects would have to allow credentials.
  expect(init.credentials).toBeUndefined()
  const path = url.split('?')[0] ?? ''
  requests.push(path)
  const respond = responses.get(path)
  if (respond) return respond(init)
  if (path.endsWith('/audio'))
    return new Response(new Uint8Array(audioBytes), {
      headers: { 'content-type': 'audio/mpeg', 'content-length': String(audioBytes) },
    })
  if (/artwork|cover/.test(path)) return new Response(new Uint8Array(100))
  return Response.json(makeTrack(path.split('/').at(-1) ?? ''))
}

function setUp(maxBytes?: number) {
  const { cache, paths } = testCache(maxBytes)
  const items = createOfflineItems({
    openCache: async () => cache,
    fetch: fetchFile,
    audioUrl: (track) => audioUrl(track),
  })
  const tabs: OfflineStore[] = []
  const exclusive = testLock()
  function openTab() {
    const store = createOfflineStore({
      items,
      checkItems: (signal, checked) => checkItems({ items, fetch: fetchFile, signal, checked }),
      exclusive,
      onWaiting() {
        for (const tab of tabs) if (tab !== store) tab.yieldCheck()
      },
      onChanged() {},
    })
    tabs.push(store)
    return store
  }
  return { items, paths, cache, store: openTab(), openTab }
}

/** As a Web Lock: one task at a time, in order; a signal ends waiting. */
function testLock() {
  let last: Promise<unknown> = Promise.resolve()
  return (task: () => Promise<void>, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave)
      last = last.then(async () => {
        if (signal?.aborted) return
        signal?.removeEventListener('abort', leave)
        await task().then(resolve, reject)
      })
    })
}

const makeTrack = (id: string): Track => ({
  ...testTrack(id),
  id,
  slug: `slug-${id}`,
  audioUrl: `/objects/audio/${id}-1.mp3`,
})
const makePlaylist = (id: string, tracks: Track[]) =>
  ({
    id,
    slug: `slug-${id}`,
    title: id,
    coverUrl: null,
    playlistTracks: tracks.map((track) => ({ id: track.id, track })),
  }) as unknown as PlaylistDetail

const audioOf = (id: string) => `/api/tracks/${id}/audio`

test('offline: a stored track has its audio, its artwork and the response of its page, by slug and by id', async () => {
  const { items, paths, cache } = setUp()
  const progress: number[] = []
  const onProgress = (fraction: number) => progress.push(fraction)
  await items.saveTrack(makeTrack('a'), { signal, onProgress })
  expect(paths()).toEqual([
    '/api/tracks/a/artwork',
    '/api/tracks/a/audio',
    '/api/tracks/slug/a',
    '/api/tracks/slug/slug-a',
    '/offline/tracks/a',
  ])
  const audio = await cache.match(audioOf('a'))
  expect(audio?.headers.get(versionHeader)).toBe('?v=a-1.mp3')
  expect((await audio?.arrayBuffer())?.byteLength).toBe(audioBytes)
  expect(progress.at(-1)).toBe(1)
  expect(totalBytes(await items.list())).toBe(audioBytes + 100)
})

test('offline: if the device is full, nothing of a playlist is stored, and what was stored before stays', async () => {
  const { items, paths, store } = setUp(3 * audioBytes)
  await items.saveTrack(makeTrack('before'), { signal })
  const before = paths()
  const result = await store.savePlaylist(
    makePlaylist('p', [makeTrack('before'), makeTrack('b'), makeTrack('c')]),
  )
  expect(result).toBe('no-space')
  expect(paths()).toEqual(before)
  expect(store.get().saving).toEqual([])
})

test('offline: a download that fails or is stopped stores nothing', async () => {
  const { paths, store } = setUp()
  responses.set(audioOf('a'), () => new Response(null, { status: 503 }))
  expect(await store.saveTrack(makeTrack('a'))).toBe('failed')
  const saving = store.saveTrack(makeTrack('b'))
  store.get().saving[0]?.stop()
  expect(await saving).toBe('stopped')
  expect(paths()).toEqual([])
})

test('offline: a track that is stored on its own stays when its playlist is removed, and the others go', async () => {
  const { items, paths } = setUp()
  const [a, b] = [makeTrack('a'), makeTrack('b')]
  await items.saveTrack(a, { signal })
  await items.savePlaylist(makePlaylist('p', [a, b]), { signal })
  expect(requests.filter((path) => path === audioOf('a'))).toHaveLength(1)
  await items.removePlaylist('p')
  expect(paths()).toContain(audioOf('a'))
  expect(paths().filter((path) => /\/(b|p|slug-b|slug-p)(\/|$)/.test(path))).toEqual([])
  await items.removeTrack('a')
  expect(paths()).toEqual([])
})

test('offline: a track can be removed from a full device', async () => {
  const { items, paths } = setUp(audioBytes + 100 + 6000)
  await items.saveTrack(makeTrack('a'), { signal })
  const full = items.saveTrack(makeTrack('b'), { signal })
  await expect(full).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await items.removeTrack('a')
  expect(paths()).toEqual([])
})

test('offline: Remove all deletes everything except who is signed in', async () => {
  const { items, paths, cache } = setUp()
  await cache.put(sessionPath, Response.json({ id: 'me' }))
  await items.savePlaylist(makePlaylist('p', [makeTrack('a')]), { signal })
  await items.removeAll()
  expect(paths()).toEqual([sessionPath])
})

test('offline: the check removes what is deleted or private, keeps what it cannot reach, and loads new audio', async () => {
  const { items, paths } = setUp()
  const tracks = ['gone', 'private', 'unreachable', 'replaced'].map(makeTrack)
  for (const track of tracks) await items.saveTrack(track, { signal })
  await items.savePlaylist(makePlaylist('p', [makeTrack('kept'), makeTrack('hidden')]), { signal })
  await items.savePlaylist(makePlaylist('q', [makeTrack('lost')]), { signal })
  responses.set('/api/tracks/slug/gone', () => new Response(null, { status: 404 }))
  responses.set('/api/tracks/slug/private', () => new Response(null, { status: 403 }))
  responses.set('/api/tracks/slug/unreachable', () => new Response(null, { status: 503 }))
  const replaced = { ...makeTrack('replaced'), audioUrl: '/objects/audio/replaced-2.mp3' }
  responses.set('/api/tracks/slug/replaced', () => Response.json(replaced))
  responses.set('/api/playlists/p', () => Response.json(makePlaylist('p', [makeTrack('kept')])))
  responses.set('/api/playlists/q', () => new Response(null, { status: 404 }))
  requests = []
  await expect(checkItems({ items, fetch: fetchFile, signal })).rejects.toThrow('503')
  const { tracks: left, playlists } = await items.list()
  expect(left.map(({ track }) => track.id).sort()).toEqual(['kept', 'replaced', 'unreachable'])
  expect(playlists.map(({ playlist }) => playlist.id)).toEqual(['p'])
  expect(requests.filter((path) => path.endsWith('/audio'))).toEqual([audioOf('replaced')])
  expect(paths().filter((path) => /gone|private|hidden|lost/.test(path))).toEqual([])
})

test('offline: the check removes what is private even if something else cannot be updated', async () => {
  const { items, paths } = setUp()
  await items.savePlaylist(makePlaylist('p', [makeTrack('kept'), makeTrack('hidden')]), { signal })
  for (const id of ['replaced', 'private']) await items.saveTrack(makeTrack(id), { signal })
  // New audio in the playlist and of a track fails to load.
  const current = makePlaylist('p', [makeTrack('kept'), makeTrack('new')])
  responses.set('/api/playlists/p', () => Response.json(current))
  responses.set(audioOf('new'), () => new Response(null, { status: 503 }))
  const replaced = { ...makeTrack('replaced'), audioUrl: '/objects/audio/replaced-2.mp3' }
  responses.set('/api/tracks/slug/replaced', () => Response.json(replaced))
  responses.set(audioOf('replaced'), () => new Response(null, { status: 503 }))
  for (const id of ['hidden', 'private'])
    responses.set(`/api/tracks/slug/${id}`, () => new Response(null, { status: 404 }))
  await expect(checkItems({ items, fetch: fetchFile, signal })).rejects.toThrow('503')
  expect(paths().filter((path) => /hidden|private/.test(path))).toEqual([])
  const { tracks } = await items.list()
  expect(tracks.map(({ track }) => track.id).sort()).toEqual(['kept', 'replaced'])
})

test('offline: what is stored or removed does not wait for a check in any tab, which continues afterwards', async () => {
  const { items, paths, store, openTab } = setUp()
  const other = openTab()
  for (const id of ['p', 'q'])
    await items.savePlaylist(makePlaylist(id, [makeTrack(`of-${id}`)]), { signal })
  responses.set('/api/playlists/p', () =>
    Response.json(makePlaylist('p', [makeTrack('of-p'), makeTrack('new')])),
  )
  // The server does not respond.
  responses.set('/api/playlists/q', ({ signal }) => untilAborted(signal))
  const checksOf = (id: string) => requests.filter((path) => path === `/api/playlists/${id}`).length
  const stored = () => store.get().items?.tracks.map(({ track }) => track.id)
  requests = []
  const check = store.check()
  await vi.waitFor(() => expect(checksOf('q')).toBe(1))
  expect(await store.saveTrack(makeTrack('a'))).toBe('saved')
  expect(stored()).toEqual(['of-p', 'of-q', 'new', 'a'])
  await check
  await vi.waitFor(() => expect(checksOf('q')).toBe(2))
  expect(await other.saveTrack(makeTrack('b'))).toBe('saved')
  await vi.waitFor(() => expect(checksOf('q')).toBe(3))
  await other.removeTrack('a')
  await vi.waitFor(() => expect(checksOf('q')).toBe(4))
  // What has been checked is not checked again.
  expect(checksOf('p')).toBe(1)
  await store.removePlaylist('p')
  expect(stored()).toEqual(['of-q', 'b'])
  await vi.waitFor(() => expect(checksOf('q')).toBe(5))
  await other.removeAll()
  expect(paths()).toEqual([])
  expect(other.get().items).toEqual({ tracks: [], playlists: [] })
})

test('offline: a track that waits for another one says so, and can be stopped meanwhile', async () => {
  const { store } = setUp()
  responses.set(audioOf('a'), ({ signal }) => untilAborted(signal))
  const savingA = store.saveTrack(makeTrack('a'))
  const savingB = store.saveTrack(makeTrack('b'))
  await vi.waitFor(() => expect(requests).toEqual([audioOf('a')]))
  const [a, b] = store.get().saving
  expect([a?.progress, b?.progress]).toEqual([0, null])
  b?.stop()
  expect(await savingB).toBe('stopped')
  expect(store.get().saving.map(({ id }) => id)).toEqual(['a'])
  a?.stop()
  expect(await savingA).toBe('stopped')
  expect(requests).toEqual([audioOf('a')])
})

/** A request to which the server does not respond. */
const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

test('offline: a check without a network continues later, with what is not checked yet', async () => {
  const { items, store } = setUp()
  for (const id of ['a', 'private']) await items.saveTrack(makeTrack(id), { signal })
  responses.set('/api/tracks/slug/private', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.useFakeTimers()
  requests = []
  await expect(store.check()).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(10_000)
  responses.set('/api/tracks/slug/private', () => new Response(null, { status: 404 }))
  const stored = () => store.get().items?.tracks.map(({ track }) => track.id)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(stored()).toEqual(['a', 'private'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored()).toEqual(['a'])
  expect(requests).toEqual(['a', ...Array(3).fill('private')].map((id) => `/api/tracks/slug/${id}`))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(4)
})

test('offline: a check that is aborted reads, changes and requests nothing more', async () => {
  const { items, paths, cache } = setUp()
  const playlist = makePlaylist('p', [makeTrack('a')])
  await items.savePlaylist(playlist, { signal })
  await items.saveTrack(makeTrack('b'), { signal })
  const before = paths()
  const match = vi.spyOn(cache, 'match')
  const put = vi.spyOn(cache, 'put')
  const controller = new AbortController()
  responses.set('/api/playlists/p', () => {
    match.mockClear()
    requests = []
    controller.abort()
    return Response.json(makePlaylist('p', []))
  })
  const check = checkItems({ items, fetch: fetchFile, signal: controller.signal })
  await expect(check).rejects.toMatchObject({ name: 'AbortError' })
  expect([match.mock.calls, put.mock.calls, requests]).toEqual([[], [], []])
  expect(paths()).toEqual(before)
})

test('offline: a long playlist is checked without writing, and removed with its entries first', async () => {
  const { items, paths, cache } = setUp()
  const tracks = Array.from({ length: 100 }, (_, index) => makeTrack(`t${index}`))
  const playlist = makePlaylist('p', tracks)
  const fractions: number[] = []
  await items.savePlaylist(playlist, { signal, onProgress: (fraction) => fractions.push(fraction) })
  expect([fractions.toSorted((a, b) => a - b), fractions.at(-1)]).toEqual([fractions, 1])
  expect(totalBytes(await items.list())).toBe(100 * (audioBytes + 100) + 100)

  const put = vi.spyOn(cache, 'put')
  const match = vi.spyOn(cache, 'match')
  await items.savePlaylist(playlist, { signal })
  // Once, with all others: one after the other takes seconds.
  expect(match.mock.calls.filter(([path]) => path === '/offline/tracks/t5')).toHaveLength(1)
  const written = put.mock.calls.map(([path]) => String(path))
  expect(written.filter((path) => path.includes('/tracks/'))).toEqual([])
  const renamed = { ...makeTrack('t5'), title: 'Renamed' }
  await items.savePlaylist(makePlaylist('p', tracks.with(5, renamed)), { signal })
  expect(await (await cache.match('/api/tracks/slug/t5'))?.json()).toEqual(renamed)

  const deleted: string[] = []
  vi.spyOn(cache, 'delete').mockImplementation(async (path) => deleted.push(String(path)) > 0)
  await items.removeAll()
  const isEntry = (path: string) => path.startsWith('/offline/')
  expect(deleted.toSorted()).toEqual(paths())
  expect(deleted.slice(0, 101).every(isEntry)).toBe(true)
})
