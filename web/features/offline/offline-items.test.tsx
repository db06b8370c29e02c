import { expect, test, vi } from 'vitest'
import { sessionPath, versionHeader } from '#web/lib/offline-caches.ts'
import { totalBytes } from './offline-items.ts'
import { audioBytes, audioOf, makePlaylist, makeTrack, server, setUp } from './test-device.ts'

const { signal } = new AbortController()

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
  server.responses.set(audioOf('a'), () => new Response(null, { status: 503 }))
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
  expect(server.requests.filter((path) => path === audioOf('a'))).toHaveLength(1)
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

test('offline: reading and removing create no cache, as it was deleted at sign-out', async () => {
  const { items, store, hasCache } = setUp()
  await store.refresh()
  await store.check()
  await items.removeTrack('a')
  await items.removePlaylist('p')
  await items.evictTrack('a')
  await items.removeAll()
  expect([store.get().items, hasCache()]).toEqual([{ tracks: [], playlists: [] }, false])
  await items.saveTrack(makeTrack('a'), { signal })
  expect(hasCache()).toBe(true)
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
