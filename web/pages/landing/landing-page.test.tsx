import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { LandingPage } from './landing-page.tsx'

test.each([
  ['there are no tracks', json([])],
  ['they fail to load', status(500)],
])('landing page: only the link to browse is visible if %s', async (_, tracks) => {
  const { requests } = renderWithProviders(<LandingPage />, {
    handlers: { 'GET /api/auth/user': status(401), 'GET /api/tracks': tracks },
  })
  await vi.waitFor(() => {
    expect(requests.map(({ call }) => call)).toContain('GET /api/tracks?limit=12')
    expect(screen.queryByText('Most Recent')).toBeNull()
  })
  expect(screen.getAllByText('Browse without an account')).toHaveLength(1)
})
