import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithProviders, status } from '#web/components/testing/render-with-providers.tsx'
import { SignedIn } from './signed-in.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each(['/library/history', '/settings', '/upload'])(
  'signed-in page: a visitor of %s signs in and comes back',
  async (path) => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
    const handlers = { 'GET /api/auth/user': status(401) }
    renderWithProviders(<SignedIn>For users</SignedIn>, { path, handlers })
    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const { pathname, searchParams } = new URL(String(replace.mock.calls[0]?.[0]), location.origin)
    expect(pathname).toBe('/api/login')
    expect(searchParams.get('returnTo')).toBe(path)
  },
)
