import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { PlaylistDetail } from '#contract/playlists.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { PlaylistPage } from './playlist-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const owner = testUser({ id: 'me', username: 'me', displayName: 'Ines Calder' })
const rain: PlaylistDetail = {
  id: 'rain-id',
  userId: owner.id,
  user: owner,
  title: 'Rain',
  slug: 'rain',
  description: null,
  coverUrl: null,
  privacy: 'public',
  trackCount: 0,
  isSaved: false,
  removal: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  playlistTracks: [],
}

function renderPlaylist(path: string, handlers: Handlers) {
  const all = { 'GET /api/auth/user': json({ ...owner, isAdmin: false }), ...handlers }
  const page = <Route path="/playlist/:slug" component={PlaylistPage} />
  return renderWithProviders(page, { path, handlers: all })
}

test('playlist page: an empty playlist shows a message and has nothing to play', async () => {
  const { toasts, player } = renderPlaylist('/playlist/rain', {
    'GET /api/playlists/slug/rain': json(rain),
  })
  await screen.findByRole('heading', { name: 'This playlist is empty' })
  // Only the owner can edit.
  await screen.findByRole('button', { name: 'Edit' })
  expect(screen.getByText('Add some tracks to get started!')).toBeTruthy()
  expect(screen.getByText('0 tracks')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play all' }))
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'No tracks to play',
      text: 'This playlist is empty or still loading.',
    }),
  )
  expect(player.state().currentTrack).toBeNull()
})

test('playlist page: the id is tried when the request by slug fails', async () => {
  const { requests } = renderPlaylist('/playlist/rain-id', {
    'GET /api/playlists/slug/rain-id': status(500),
    'GET /api/playlists/rain-id': json(rain),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain' })).toBeTruthy()
  expect(requests.map(({ call }) => call)).toContain('GET /api/playlists/rain-id')
})
