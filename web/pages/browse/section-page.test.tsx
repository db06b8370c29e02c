import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { PlaylistsPage } from './playlists-page.tsx'
import { SectionPage } from './section-page.tsx'

function renderSection(path: string) {
  return renderWithProviders(<Route path="/discover/:section" component={SectionPage} />, {
    path,
    handlers: {
      'GET /api/genres': json([]),
      'GET /api/discover/trending': json([testTrack('salt')]),
    },
  })
}
const sort = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort' })

test('section page: another order is in the address, and its own order is not', async () => {
  const { user, requests } = renderSection('/discover/trending')
  await user.selectOptions(await sort(), 'Most liked')
  expect(location.search).toBe('?sort=likes')
  await screen.findByText('All tracks, most liked first')
  await waitFor(() =>
    expect(requests.map(({ call }) => call)).toContainEqual(
      expect.stringMatching(/^GET \/api\/discover\/trending\?.*sort=likes/),
    ),
  )
  await user.selectOptions(await sort(), 'Most played')
  expect(location.search).toBe('')
})

test('section page: the address alone sorts it', async () => {
  renderSection('/discover/trending?sort=likes')
  expect((await sort()).value).toBe('likes')
  expect(screen.getByText('All tracks, most liked first')).toBeTruthy()
})

test('playlists page: it lists new playlists, with links to their pages', async () => {
  renderWithProviders(<PlaylistsPage />, {
    path: '/discover/playlists',
    handlers: { 'GET /api/playlists': json([testPlaylist('rain')]) },
  })
  expect(screen.getByRole('heading', { level: 1, name: 'New playlists' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Playlist rain' })
  expect(link.getAttribute('href')).toBe('/playlist/rain')
})
