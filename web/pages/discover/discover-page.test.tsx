import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import type { UploadedState } from '#web/features/uploads/uploaded-notice.tsx'
import { DiscoverPage } from './discover-page.tsx'

const nothing: Discovery = { curated: [], recent: [], trending: [], genres: [], releases: [] }
const visitor = { 'GET /api/auth/user': status(401) }
const user = { id: 'me', username: 'me', displayName: 'Ines', isAdmin: false }

test('discover page: skeletons are shown while tracks load, and a failed load can be retried', async () => {
  const tracks = [testTrack('a', { title: 'There after all' })]
  const { promise, resolve } = Promise.withResolvers<Response>()
  const handlers = { ...visitor, 'GET /api/discover': () => promise }
  renderWithProviders(<DiscoverPage />, { path: '/discover', handlers })
  expect(await screen.findByText('Loading tracks')).toBeTruthy()
  expect(document.querySelector('[aria-busy="true"] .shimmer')).not.toBeNull()
  resolve(new Response('', { status: 500 }))
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
  expect(screen.queryByText('Loading tracks')).toBeNull()

  handlers['GET /api/discover'] = () => Promise.reject(new TypeError('Failed to fetch'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Loading tracks')).toBeNull())
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()

  handlers['GET /api/discover'] = async () =>
    Response.json({ ...nothing, curated: tracks, recent: tracks })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findAllByRole('link', { name: 'There after all' })).length).toBe(2)
})

test('discover page: an empty site shows a welcome and invites a visitor to create an account', async () => {
  const handlers = { ...visitor, 'GET /api/discover': json(nothing) }
  renderWithProviders(<DiscoverPage />, { path: '/discover', handlers })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Soundpost' }),
  ).toBeTruthy()
  expect(
    screen.getByText('Discover amazing music from talented artists around the world'),
  ).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Upload your first track' })
  expect(link.getAttribute('href')).toMatch(/^\/api\/login\?.*prompt=create/)
})

test('discover page: an empty site invites a user to upload the first track', async () => {
  const handlers = { 'GET /api/auth/user': json(user), 'GET /api/discover': json(nothing) }
  renderWithProviders(<DiscoverPage />, { path: '/discover', handlers })
  await waitFor(() => {
    const link = screen.getByRole('link', { name: 'Upload your first track' })
    expect(link.getAttribute('href')).toBe('/upload')
  })
})

test('discover page: a user finds what to continue, what is new and what was played, and no empty rows', async () => {
  const mix = testTrack('mix', { title: 'Long mix', duration: 3720 })
  const heard = testTrack('heard', { title: 'Heard' })
  const entry = { track: heard, heardAt: '2026-01-01T00:00:00.000Z' }
  const recent = testTrack('recent')
  const { user: visitor, player } = renderWithProviders(<DiscoverPage />, {
    handlers: {
      'GET /api/auth/user': json(user),
      'GET /api/discover': json({ ...nothing, recent: [recent] }),
      'GET /api/player/started': json([{ track: mix, position: 754 }]),
      'GET /api/library/following': json([]),
      'GET /api/library/history': json([entry, entry]),
    },
  })
  const row = await screen.findByRole('region', { name: 'Continue listening' })
  expect(row.textContent).toContain('12:34 of 1:02:00')
  const played = await screen.findByRole('region', { name: 'Recently played' })
  expect(within(played).getAllByRole('article')).toHaveLength(1)
  expect(screen.queryByText('New from artists you follow')).toBeNull()
  const seek = vi.spyOn(player, 'seek')
  await visitor.click(within(row).getByRole('button', { name: 'Play Long mix' }))
  expect(player.state().currentTrack?.id).toBe('mix')
  expect(seek).toHaveBeenCalledWith(754)
})

/** As the upload page leaves it. */
function AfterUpload() {
  const uploaded = { text: '“Dew” is uploaded.', link: 'View track', href: '/track/dew' }
  history.replaceState({ uploaded } satisfies UploadedState, '')
  return <DiscoverPage />
}
function renderAfterUpload(discovery: object) {
  const handlers = { 'GET /api/auth/user': json(user), 'GET /api/discover': json(discovery) }
  renderWithProviders(<AfterUpload />, { handlers })
  return screen.findByRole('link', { name: 'View track' })
}

test('discover page: after an upload a link leads to the track, also when the toast is gone', async () => {
  const link = await renderAfterUpload(nothing)
  expect(link.getAttribute('href')).toBe('/track/dew')
})

test('discover page: what was uploaded stands on the glow, not above its upper edge', async () => {
  const link = await renderAfterUpload({ ...nothing, recent: [testTrack('recent')] })
  expect(link.closest('.artwork-glow')).not.toBeNull()
})
