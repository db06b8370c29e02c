import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { testPlayer } from '#web/features/player/test-player.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createStore } from '#web/lib/store.ts'
import { Menu } from '#web/ui/menu.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { Toaster } from '#web/ui/toast/toaster.tsx'
import { OfflineMenuItems } from './offline-menu-items.tsx'
import { SavingNotice } from './saving-notice.tsx'
import { testCache } from './test-cache.ts'

let userId = ''
let device: ReturnType<typeof testCache>
let release: (() => void) | undefined
let audioUrls: string[]

beforeEach(() => {
  // The store of a user lives as long as the page.
  userId = crypto.randomUUID()
  release = undefined
  audioUrls = []
  setDevice()
  vi.stubGlobal('BroadcastChannel', EventTarget)
  Object.assign(EventTarget.prototype, { postMessage() {} })
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    userAgent: 'test',
    serviceWorker: Object.assign(new EventTarget(), { controller: {} }),
    locks: { request: (_: string, _options: object, task: () => unknown) => task() },
  })
})

function setDevice(maxBytes?: number) {
  device = testCache(maxBytes)
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => device.cache,
    match: async () => {},
  })
}

const track = testTrack('t1', { title: 'Harbour Lights' })

/** Audio arrives in two halves; `release` lets the second one come. */
function audioResponse() {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(500))
      await new Promise<void>((resolve) => {
        release = resolve
      })
      controller.enqueue(new Uint8Array(500))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-length': '1000' } })
}

function show(children: ReactNode, session: object | null) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/auth/user'))
      return session ? Response.json(session) : new Response(null, { status: 204 })
    if (url.includes('/audio')) {
      audioUrls.push(url)
      return audioResponse()
    }
    if (url.includes('/artwork')) return new Response(new Uint8Array(10))
    return Response.json(track)
  })
  const toasts = createToastStore()
  const { player } = testPlayer()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  const settings = createStore({ quality: 'auto' as const, levelLoudness: true })
  render(
    <QueryClientProvider client={createQueryClient(toasts.show, () => {})}>
      <SessionProvider>
        <ToastProvider value={toasts}>
          <PlayerProvider value={{ player, position, settings }}>
            <main />
            {children}
            <Toaster store={toasts} />
          </PlayerProvider>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

const menuOf = (item: typeof track) => (
  <Menu trigger={<button type="button">Options</button>}>
    <OfflineMenuItems track={item} />
  </Menu>
)
const trackMenu = menuOf(track)
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Options' }))
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name }))
const signedIn = () => ({ id: userId, username: 'ines', displayName: 'Ines' })

test('offline: a track is stored with visible progress, and can be removed from this device', async () => {
  show(
    <>
      {trackMenu}
      <SavingNotice />
    </>,
    signedIn(),
  )
  await openMenu()
  await choose('Make available offline')
  const progress = await screen.findByRole('progressbar', { name: 'Saving Harbour Lights' })
  await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('50'))
  release?.()
  expect(await screen.findByText('Available offline')).not.toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(device.paths()).toContain('/api/tracks/t1/audio')
  await openMenu()
  expect(await screen.findByRole('menuitem', { name: 'Available offline' })).not.toBeNull()
  await choose('Remove from this device')
  await waitFor(() => expect(device.paths()).toEqual([]))
  await openMenu()
  expect(await screen.findByRole('menuitem', { name: 'Make available offline' })).not.toBeNull()
})

test.each([
  ['Google Inc.', 'aac'],
  ['Apple Computer, Inc.', 'opus'],
])(
  'offline: a browser of %s stores the format that its player prefers, %s',
  async (vendor, format) => {
    vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
    Object.assign(navigator, { vendor })
    const canPlay = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably')
    onTestFinished(() => canPlay.mockRestore())
    const renditions = (['opus', 'aac'] as const).map((name) => ({
      format: name,
      contentType: 'audio/mp4',
      bitrate: 100_000,
      bytes: 1000,
    }))
    const original = {
      format: 'original',
      contentType: 'audio/wav',
      bitrate: null,
      bytes: 1,
    } as const
    show(menuOf({ ...track, formats: [original, ...renditions] }), signedIn())
    await openMenu()
    await choose('Make available offline')
    await waitFor(() => expect(audioUrls).toEqual([expect.stringContaining(`format=${format}`)]))
    release?.()
    expect(await screen.findByText('Available offline')).not.toBeNull()
  },
)

test('offline: if the device is full, one sentence says so and nothing is stored', async () => {
  setDevice(600)
  show(trackMenu, signedIn())
  await openMenu()
  await choose('Make available offline')
  await waitFor(() => expect(release).toBeDefined())
  release?.()
  const sentence = 'There is not enough space on this device. Nothing of it was stored.'
  expect(await screen.findByText(sentence)).not.toBeNull()
  expect(device.paths()).toEqual([])
})

test('offline: if the storage fails, one sentence says that a track was not removed', async () => {
  show(trackMenu, signedIn())
  await openMenu()
  await choose('Make available offline')
  await waitFor(() => expect(release).toBeDefined())
  release?.()
  expect(await screen.findByText('Available offline')).not.toBeNull()
  vi.spyOn(device.cache, 'delete').mockRejectedValue(new DOMException('Failed.', 'UnknownError'))
  await openMenu()
  await choose('Remove from this device')
  const title = '"Harbour Lights" was not removed from this device'
  expect(await screen.findByText(title)).not.toBeNull()
  const sentence = 'The storage of this browser failed. Please try again.'
  expect(screen.getByText(sentence)).not.toBeNull()
})

test('offline: visitors are not offered to store anything', async () => {
  show(trackMenu, null)
  await openMenu()
  await waitFor(() => expect(screen.getByRole('menu')).not.toBeNull())
  expect(screen.queryByRole('menuitem')).toBeNull()
})
