import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
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
