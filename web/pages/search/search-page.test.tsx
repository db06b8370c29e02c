import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { SearchPage } from './search-page.tsx'

const nothing = json({ tracks: [], users: [], albums: [], playlists: [] })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('search page: without a query the heading is Search, and no request is sent', async () => {
  const { requests } = renderWithProviders(<SearchPage />, { path: '/search', handlers: {} })
  expect(await title('Search')).toBeTruthy()
  expect(requests.filter(({ call }) => call.includes('/api/search'))).toEqual([])
})

test('search page: without results it says so', async () => {
  renderWithProviders(<SearchPage />, {
    path: '/search?q=word',
    handlers: { 'GET /api/search': nothing },
  })
  expect(await title('No results for “word”')).toBeTruthy()
  expect(screen.queryByText('Search failed. Please try again.')).toBeNull()
})

test.each([
  ['none', [], 'No results for “podcasts”'],
  ['some', [testPlaylist('Podcasts')], 'Results for “podcasts”'],
])(
  'search page: a search for podcasts with %s found says what there is',
  async (_, found, name) => {
    const results = { tracks: [], users: [], albums: [], playlists: found }
    renderWithProviders(<SearchPage />, {
      path: '/search?q=podcasts',
      handlers: { 'GET /api/search': json(results) },
    })
    expect(await title(name)).toBeTruthy()
    expect(screen.getByText(/^There is no list of podcasts: episodes are tracks/)).toBeTruthy()
  },
)

test('search page: albums have a section of their own before the playlists', async () => {
  const albums = [testPlaylist('thaw', { type: 'ep' })]
  const found = { tracks: [], users: [], albums, playlists: [testPlaylist('rain')] }
  renderWithProviders(<SearchPage />, {
    path: '/search?q=playlist',
    handlers: { 'GET /api/search': json(found) },
  })
  await screen.findByText('1 album, 1 playlist')
  expect(screen.getByText('EP by Low Tide Choir')).toBeTruthy()
  const sections = screen.getAllByRole('heading', { level: 2 })
  expect(sections.map(({ textContent }) => textContent)).toEqual(['Albums', 'Playlists'])
})

test('search page: a failed search shows another message than no results, and can be retried', async () => {
  const handlers = { 'GET /api/search': status(500) }
  renderWithProviders(<SearchPage />, { path: '/search?q=wordx', handlers })
  await screen.findByText('Search failed. Please try again.')
  handlers['GET /api/search'] = nothing
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await title('No results for “wordx”')).toBeTruthy()
})

test('search page: tabs have the counts of their results, and the top result has exactly that name', async () => {
  const albums = [testPlaylist('thaw', { title: 'Thaw', type: 'ep' })]
  const tracks = [testTrack('ice', { title: 'Thaw and Ice' })]
  const found = { tracks, users: [], albums, playlists: [] }
  const { user } = renderWithProviders(<SearchPage />, {
    path: '/search?q=thaw',
    handlers: { 'GET /api/search': json(found) },
  })
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Tracks1', 'Albums1'])
  const top = within(await screen.findByRole('region', { name: 'Top result' }))
  expect(top.getByRole('link', { name: 'Thaw' })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /Tracks/ }))
  expect(screen.queryByRole('region', { name: 'Albums' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Tracks' })).toBeTruthy()
  expect(new URLSearchParams(location.search).get('q')).toBe('thaw')
})
