import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { recordListen } from '#web/api/library.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { testCache } from '#web/features/offline/test-cache.ts'
import { testPlayer } from '#web/features/player/test-player.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createStore } from '#web/lib/store.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { LibraryPage } from './library-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const user = { id: 'me', username: 'me', displayName: 'Ines', isAdmin: false }

type Responses = Record<string, () => Response>

/** Renders the page at a path with these responses of the server, by method and path without the query. */
function renderLibrary(path: string, responses: Responses) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const all: Responses = {
    'GET /api/auth/user': () => Response.json(user),
    'GET /api/library': () => Response.json({ historyEnabled: true, hasNewTracks: false }),
    'PUT /api/library/following-seen': () => new Response(null, { status: 204 }),
    ...responses,
  }
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${url}`)
    const respond = all[`${method} ${url.split('?')[0]}`]
    return respond ? respond() : new Response('{}', { status: 404 })
  })
  const toasts = createToastStore()
  const { player } = testPlayer()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  const settings = createStore({ quality: 'auto' as const, levelLoudness: true })
  const { hook, history } = memoryLocation({ path, record: true })
  const queryClient = createQueryClient(toasts.show, () => {})
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <ToastProvider value={toasts}>
          <PlayerProvider value={{ player, position, settings }}>
            <Router hook={hook}>
              <DialogHost>
                <Route path="/library/:tab?" component={LibraryPage} />
              </DialogHost>
            </Router>
          </PlayerProvider>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { requests, player, toasts, history, queryClient }
}

const titles = () =>
  within(screen.getByRole('region', { name: 'Tracks' }))
    .getAllByRole('article')
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)

const next = { headers: { link: '</api/library/likes?limit=50&cursor=c>; rel="next"' } }

test('library: without a tab it shows the likes; each tab has a link', async () => {
  renderLibrary('/library', {
    'GET /api/library/likes': () => Response.json([testTrack('a'), testTrack('b')]),
  })
  await screen.findByRole('region', { name: 'Tracks' })
  expect(titles()).toEqual(['Track a', 'Track b'])
  const links = within(screen.getByRole('navigation', { name: 'Library' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/library/likes',
    '/library/playlists',
    '/library/history',
    '/library/following',
    '/library/offline',
  ])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
})

test('library: likes that cannot be loaded say so and are loaded again by button', async () => {
  let fails = true
  renderLibrary('/library/likes', {
    'GET /api/library/likes': () =>
      fails ? new Response('{}', { status: 500 }) : Response.json([testTrack('a')]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Likes could not be loaded.')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'Tracks' })
})

test('library: a list that failed without a connection is loaded again when it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let fails = true
  renderLibrary('/library/likes', {
    'GET /api/library/likes': () =>
      fails ? new Response('{}', { status: 503 }) : Response.json([testTrack('a')]),
    'GET /healthz': () => Response.json({}),
  })
  await screen.findByText('Likes could not be loaded.')
  fails = false
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await screen.findByRole('region', { name: 'Tracks' })
})

test.each([
  ['likes', 'No likes yet'],
  ['playlists', 'No playlists yet'],
  ['history', 'No history yet'],
  ['following', 'Nothing new yet'],
])('library: the tab %s says when it is empty', async (tab, title) => {
  renderLibrary(`/library/${tab}`, { [`GET /api/library/${tab}`]: () => Response.json([]) })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Play all' })).toBeNull()
})

test('library: offline it says that the list comes later', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { onlineManager } = await import('@tanstack/react-query')
  onlineManager.setOnline(false)
  renderLibrary('/library/following', {})
  expect(screen.getByRole('status').textContent).toContain("You're offline.")
  onlineManager.setOnline(true)
  online.mockRestore()
})

test('library: of many items that are stored on this device only the visible ones are rendered', async () => {
  const { cache } = testCache()
  for (let n = 0; n < 200; n += 1) {
    const entry = { track: testTrack(`t${n}`), bytes: 2_000_000, version: '', alone: true }
    await cache.put(`/offline/tracks/t${n}`, Response.json(entry))
    await cache.put(`/api/tracks/t${n}/audio`, new Response('audio'))
    const { user } = entry.track
    const playlist = { id: `p${n}`, slug: `p${n}`, title: `List ${n}`, user, playlistTracks: [] }
    await cache.put(`/offline/playlists/p${n}`, Response.json({ playlist, bytes: 0 }))
  }
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => cache,
    match: async () => new Response(),
  })
  vi.stubGlobal('BroadcastChannel', EventTarget)
  const serviceWorker = Object.assign(new EventTarget(), { controller: {} })
  vi.stubGlobal('navigator', { ...navigator, onLine: true, userAgent: '', serviceWorker })
  vi.stubGlobal('innerHeight', 680)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 400, 200 * 68),
  )
  const { player } = renderLibrary('/library/offline', {})
  const tracks = within(await screen.findByRole('region', { name: 'Tracks' }))
  // Ten on screen, and ten below.
  await vi.waitFor(() => expect(tracks.getAllByRole('listitem')).toHaveLength(20))
  expect(tracks.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('200')
  const playlists = within(screen.getByRole('region', { name: 'Playlists' }))
  expect(playlists.getAllByRole('listitem')).toHaveLength(20)
  expect(screen.getByText('381 MB')).toBeTruthy()
  await userEvent.click(tracks.getAllByRole('button', { name: /^Play / })[1] as HTMLElement)
  expect(player.state().queue).toMatchObject({ source: 'Offline' })
  expect(player.state().currentTrack?.id).toBe('t1')
  expect(player.state().queue.original).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Shuffle' }))
  expect(player.state().queue.original).toHaveLength(200)
})

test('library: Play all plays what is loaded, or the whole list in few requests if there is more', async () => {
  const tracks = [testTrack('a'), testTrack('b')]
  const { player, requests } = renderLibrary('/library/likes', {
    'GET /api/library/likes': () => Response.json(tracks, next),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Play all' }))
  await vi.waitFor(() => expect(player.state().currentTrack?.id).toBe('a'))
  expect(requests).toContain('GET /api/library/likes?limit=1000')
  expect(player.state().queue).toMatchObject({ source: 'Likes' })
  expect(player.state().nextPage).toBe('/api/library/likes?limit=50&cursor=c')
})

test('library: a search within the likes is sent to the server, and a message says when nothing matches', async () => {
  let matches = [testTrack('a')]
  const { requests } = renderLibrary('/library/likes', {
    'GET /api/library/likes': () => Response.json(matches),
  })
  await screen.findByRole('region', { name: 'Tracks' })
  matches = []
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in your likes' }), ' tide ')
  expect(await screen.findByText('Nothing in your likes matches "tide".')).toBeTruthy()
  expect(requests).toContain('GET /api/library/likes?limit=50&q=tide')
})

test('library: the history is grouped by day, and a switch turns it off', async () => {
  const heard = (id: string, heardAt: Date) => ({
    track: testTrack(id),
    heardAt: heardAt.toISOString(),
  })
  const { requests } = renderLibrary('/library/history', {
    'GET /api/library/history': () =>
      Response.json([heard('a', new Date()), heard('b', new Date(2020, 1, 3, 12))]),
    'PUT /api/library/history-enabled': () => Response.json({ enabled: false }),
  })
  await screen.findByRole('region', { name: 'Tracks' })
  const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(days).toEqual(['Today', 'February 3, 2020'])
  const keep = screen.getByRole('switch', { name: 'Keep history' })
  await vi.waitFor(() => expect(keep.hasAttribute('disabled')).toBe(false))
  expect(keep.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(keep)
  expect(keep.getAttribute('aria-checked')).toBe('false')
  await vi.waitFor(() => expect(requests).toContain('PUT /api/library/history-enabled'))
  expect(keep.getAttribute('aria-checked')).toBe('false')
})

test('library: what is heard while the history is open appears at its top, once a day', async () => {
  const at = (id: string, heardAt: string) => ({ track: testTrack(id), heardAt })
  let newest = [at('a', '2026-11-16T10:00:00.000Z'), at('b', '2026-11-16T09:00:00.000Z')]
  const { queryClient } = renderLibrary('/library/history', {
    'GET /api/library/history': () => Response.json(newest),
    'POST /api/library/history': () => new Response(null, { status: 204 }),
  })
  await screen.findByRole('region', { name: 'Tracks' })
  expect(titles()).toEqual(['Track a', 'Track b'])
  newest = [at('b', '2026-11-16T11:00:00.000Z'), at('a', '2026-11-16T10:00:00.000Z')]
  await recordListen(queryClient, { trackId: 'b' })
  await vi.waitFor(() => expect(titles()).toEqual(['Track b', 'Track a']))
})

test('library: opening Following marks its tracks as seen', async () => {
  const { requests } = renderLibrary('/library/following', {
    'GET /api/library/following': () => Response.json([testTrack('a')]),
  })
  await screen.findByRole('region', { name: 'Tracks' })
  expect(requests).toContain('PUT /api/library/following-seen')
})

test('library: Play all plays each track of the history once, the last one heard first', async () => {
  const heard = [2, 1, 2].map((number, hoursAgo) => ({
    track: testTrack(`t${number}`, { title: `Track ${number}` }),
    heardAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  }))
  const { player } = renderLibrary('/library/history', {
    'GET /api/library/history': () => Response.json(heard),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Play all' }))
  const queued = () => player.state().queue.entries.map(({ track }) => track.title)
  await vi.waitFor(() => expect(queued()).toEqual(['Track 2', 'Track 1']))
})
