import { expect, test, vi } from 'vitest'
import { checkItems } from './offline-store.ts'
import { audioOf, makePlaylist, makeTrack, server, setUp, untilAborted } from './test-device.ts'

const { signal } = new AbortController()

test('offline: the check removes what is gone, keeps what it cannot reach, and loads new audio', async () => {
  const { items, paths, lock } = setUp()
  const tracks = ['gone', 'private', 'unreachable', 'replaced'].map(makeTrack)
  for (const track of tracks) await items.saveTrack(track, { signal })
  await items.savePlaylist(makePlaylist('p', [makeTrack('kept'), makeTrack('hidden')]), { signal })
  await items.savePlaylist(makePlaylist('q', [makeTrack('lost')]), { signal })
  server.responses.set('/api/tracks/slug/gone', () => new Response(null, { status: 404 }))
  server.responses.set('/api/tracks/slug/private', () => new Response(null, { status: 403 }))
  server.responses.set('/api/tracks/slug/unreachable', () => new Response(null, { status: 503 }))
  const replaced = { ...makeTrack('replaced'), audioUrl: '/objects/audio/replaced-2.mp3' }
  server.responses.set('/api/tracks/slug/replaced', () => Response.json(replaced))
  server.responses.set('/api/playlists/p', () =>
    Response.json(makePlaylist('p', [makeTrack('kept')])),
  )
  server.responses.set('/api/playlists/q', () => new Response(null, { status: 404 }))
  server.requests = []
  const check = checkItems(items, { lock, signal, checked: new Set() })
  await expect(check).rejects.toThrow('503')
  const { tracks: left, playlists } = await items.list()
  expect(left.map(({ track }) => track.id).sort()).toEqual(['kept', 'replaced', 'unreachable'])
  expect(playlists.map(({ playlist }) => playlist.id)).toEqual(['p'])
  expect(server.requests.filter((path) => path.endsWith('/audio'))).toEqual([audioOf('replaced')])
  expect(paths().filter((path) => /gone|private|hidden|lost/.test(path))).toEqual([])
})

test('offline: the check removes what is private even if something else cannot be updated', async () => {
  const { items, paths, lock } = setUp()
  await items.savePlaylist(makePlaylist('p', [makeTrack('kept'), makeTrack('hidden')]), { signal })
  for (const id of ['replaced', 'private']) await items.saveTrack(makeTrack(id), { signal })
  // New audio in the playlist and of a track fails to load.
  const current = makePlaylist('p', [makeTrack('kept'), makeTrack('new')])
  server.responses.set('/api/playlists/p', () => Response.json(current))
  server.responses.set(audioOf('new'), () => new Response(null, { status: 503 }))
  const replaced = { ...makeTrack('replaced'), audioUrl: '/objects/audio/replaced-2.mp3' }
  server.responses.set('/api/tracks/slug/replaced', () => Response.json(replaced))
  server.responses.set(audioOf('replaced'), () => new Response(null, { status: 503 }))
  for (const id of ['hidden', 'private'])
    server.responses.set(`/api/tracks/slug/${id}`, () => new Response(null, { status: 404 }))
  const check = checkItems(items, { lock, signal, checked: new Set() })
  await expect(check).rejects.toThrow('503')
  expect(paths().filter((path) => /hidden|private/.test(path))).toEqual([])
  const { tracks } = await items.list()
  expect(tracks.map(({ track }) => track.id).sort()).toEqual(['kept', 'replaced'])
})

test('offline: what is stored or removed waits for no check, in any tab', async () => {
  const { items, paths, store, openTab } = setUp()
  const other = openTab()
  for (const id of ['p', 'q'])
    await items.savePlaylist(makePlaylist(id, [makeTrack(`of-${id}`)]), { signal })
  server.responses.set('/api/playlists/p', () =>
    Response.json(makePlaylist('p', [makeTrack('of-p'), makeTrack('new')])),
  )
  // The server does not respond.
  server.responses.set('/api/playlists/q', ({ signal }) => untilAborted(signal))
  const stored = () => store.get().items?.tracks.map(({ track }) => track.id)
  const check = store.check()
  await vi.waitFor(() => expect(server.requests).toContain('/api/playlists/q'))
  expect(await store.saveTrack(makeTrack('a'))).toBe('saved')
  expect(stored()).toEqual(['of-p', 'of-q', 'new', 'a'])
  expect(await other.saveTrack(makeTrack('b'))).toBe('saved')
  await other.removeTrack('a')
  await store.removePlaylist('p')
  expect(stored()).toEqual(['of-q', 'b'])
  await other.removeAll()
  await check
  expect(paths()).toEqual([])
  expect(other.get().items).toEqual({ tracks: [], playlists: [] })
})

test('offline: what is removed while the check updates it stays removed', async () => {
  const { items, paths, store } = setUp()
  await items.savePlaylist(makePlaylist('p', [makeTrack('a')]), { signal })
  await items.saveTrack(makeTrack('b'), { signal })
  const slow = Promise.withResolvers<Response>()
  server.responses.set('/api/playlists/p', () =>
    Response.json(makePlaylist('p', [makeTrack('a'), makeTrack('new')])),
  )
  server.responses.set(audioOf('new'), () => slow.promise)
  const check = store.check()
  await vi.waitFor(() => expect(server.requests).toContain(audioOf('new')))
  await store.removePlaylist('p')
  await store.removeTrack('b')
  slow.resolve(new Response(new Uint8Array(10)))
  expect(await check).toEqual([])
  expect(paths()).toEqual([])
})

test('offline: a track that waits for another one says so, and can be stopped meanwhile', async () => {
  const { store } = setUp()
  server.responses.set(audioOf('a'), ({ signal }) => untilAborted(signal))
  const savingA = store.saveTrack(makeTrack('a'))
  const savingB = store.saveTrack(makeTrack('b'))
  await vi.waitFor(() => expect(server.requests).toEqual([audioOf('a')]))
  const [a, b] = store.get().saving
  expect([a?.progress, b?.progress]).toEqual([0, null])
  b?.stop()
  expect(await savingB).toBe('stopped')
  expect(store.get().saving.map(({ id }) => id)).toEqual(['a'])
  a?.stop()
  expect(await savingA).toBe('stopped')
  expect(server.requests).toEqual([audioOf('a')])
})

test('offline: a removal waits for no download in any tab, and what is being saved is complete', async () => {
  const { items, paths, store, openTab } = setUp()
  const other = openTab()
  const shared = makeTrack('shared')
  for (const id of ['a', 'b']) await items.saveTrack(makeTrack(id), { signal })
  await items.savePlaylist(makePlaylist('q', [shared, makeTrack('of-q')]), { signal })
  const slow = Promise.withResolvers<Response>()
  server.responses.set(audioOf('slow'), () => slow.promise)
  // One of them is stored already, one is new, one has changed since it was stored.
  const changed = { ...makeTrack('b'), title: 'Renamed' }
  const tracks = [shared, makeTrack('new'), makeTrack('slow'), changed]
  const saving = store.savePlaylist(makePlaylist('p', tracks))
  await vi.waitFor(() => expect(server.requests).toContain(audioOf('slow')))
  await store.removeTrack('a')
  await other.removeTrack('b')
  await other.removePlaylist('q')
  expect(paths().filter((path) => /\/(slug-)?(a|b|q|of-q|shared)(\/|$)/.test(path))).toEqual([])
  expect(store.get().saving.map(({ id }) => id)).toEqual(['p'])

  slow.resolve(new Response(new Uint8Array(10)))
  expect(await saving).toBe('saved')
  const stored = (await items.list()).tracks.map(({ track, alone }) => [track.id, alone])
  expect(stored.sort()).toEqual(['b', 'new', 'shared', 'slow'].map((id) => [id, false]))
  for (const { id } of tracks) expect(paths()).toContain(audioOf(id))
  await store.removePlaylist('p')
  expect(paths()).toEqual([])
})

test('offline: what is removed while it is saved is not stored, and Remove all stops the saves of all tabs', async () => {
  const { items, paths, store, openTab } = setUp()
  const other = openTab()
  await items.saveTrack(makeTrack('a'), { signal })
  const before = paths()
  server.responses.set(audioOf('slow'), ({ signal }) => untilAborted(signal))
  const isDownloading = () => expect(server.requests).toContain(audioOf('slow'))
  const playlist = makePlaylist('p', [makeTrack('new'), makeTrack('slow')])
  const removed = store.savePlaylist(playlist)
  await vi.waitFor(isDownloading)
  await store.removePlaylist('p')
  expect(await removed).toBe('stopped')
  expect(paths()).toEqual(before)

  server.requests = []
  const saves = [other.savePlaylist(playlist), store.saveTrack(makeTrack('b'))]
  await vi.waitFor(isDownloading)
  await store.removeAll()
  expect(paths()).toEqual([])
  expect(await Promise.all(saves)).toEqual(['stopped', 'stopped'])
  expect([...store.get().saving, ...other.get().saving]).toEqual([])
})

test('offline: a check without a network continues later, with what is not checked yet', async () => {
  const { items, store } = setUp()
  for (const id of ['a', 'private']) await items.saveTrack(makeTrack(id), { signal })
  server.responses.set('/api/tracks/slug/private', () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.useFakeTimers()
  server.requests = []
  const check = store.check()
  await vi.advanceTimersByTimeAsync(1000)
  server.responses.set('/api/tracks/slug/private', () => new Response(null, { status: 404 }))
  const stored = () => store.get().items?.tracks.map(({ track }) => track.id)
  await vi.advanceTimersByTimeAsync(1900)
  expect(stored()).toEqual(['a', 'private'])
  await vi.advanceTimersByTimeAsync(100)
  expect(stored()).toEqual(['a'])
  expect(server.requests).toEqual(
    ['a', ...Array(3).fill('private')].map((id) => `/api/tracks/slug/${id}`),
  )
  // The user is told.
  expect(await check).toEqual([makeTrack('private').title])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.requests).toHaveLength(4)
})

test('offline: a response or download that never comes delays the check by 30 seconds, and removes nothing', async () => {
  const { items, store } = setUp()
  await items.savePlaylist(makePlaylist('p', [makeTrack('of-p')]), { signal })
  for (const id of ['silent', 'replaced', 'private'])
    await items.saveTrack(makeTrack(id), { signal })
  const replaced = { ...makeTrack('replaced'), audioUrl: '/objects/audio/replaced-2.mp3' }
  server.responses.set('/api/tracks/slug/replaced', () => Response.json(replaced))
  for (const path of ['/api/playlists/p', '/api/tracks/slug/silent', audioOf('replaced')])
    server.responses.set(path, ({ signal }) => untilAborted(signal))
  server.responses.set('/api/tracks/slug/private', () => new Response(null, { status: 404 }))
  const stored = async () => (await items.list()).tracks.map(({ track }) => track.id)
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), milliseconds)
    return controller.signal
  })
  void store.check()
  await vi.advanceTimersByTimeAsync(89_000)
  expect(await stored()).toContain('private')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await stored()).toEqual(['of-p', 'silent', 'replaced'])
  expect((await items.list()).playlists).toHaveLength(1)
})

test('offline: a check that is aborted changes and requests nothing more', async () => {
  const { items, paths, cache, lock } = setUp()
  const playlist = makePlaylist('p', [makeTrack('a')])
  await items.savePlaylist(playlist, { signal })
  await items.saveTrack(makeTrack('b'), { signal })
  const before = paths()
  const put = vi.spyOn(cache, 'put')
  const controller = new AbortController()
  server.responses.set('/api/playlists/p', () => {
    server.requests = []
    controller.abort()
    return Response.json(makePlaylist('p', []))
  })
  const check = checkItems(items, { lock, signal: controller.signal, checked: new Set() })
  await expect(check).rejects.toMatchObject({ name: 'AbortError' })
  expect([put.mock.calls, server.requests]).toEqual([[], []])
  expect(paths()).toEqual(before)
})
