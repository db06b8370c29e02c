import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testUser } from '#web/components/testing/test-users.ts'
import { PlaylistsTab } from './playlists-tab.tsx'

test('library: the filter Albums shows only releases', async () => {
  const thaw = testPlaylist('thaw', { type: 'album', releaseDate: '2026-12-04' })
  renderWithProviders(<PlaylistsTab />, {
    path: '/library/playlists',
    handlers: {
      'GET /api/auth/user': json(testUser({ id: 'me' })),
      'GET /api/library/playlists': ({ searchParams }) =>
        Response.json(
          searchParams.get('releases') === 'true' ? [thaw] : [thaw, testPlaylist('rain')],
        ),
    },
  })
  await screen.findByText('Playlist rain')
  fireEvent.click(screen.getByRole('button', { name: 'Albums' }))
  await waitFor(() => expect(screen.queryByText('Playlist rain')).toBeNull())
  expect(await screen.findByText('Album · 2026 · Low Tide Choir')).toBeTruthy()
})
