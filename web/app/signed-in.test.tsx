import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { suspendedHeader } from '#contract/limits.ts'
import { suspension } from '#web/api/client.ts'
import { renderWithProviders, status } from '#web/components/testing/render-with-providers.tsx'
import { expectsSession } from '#web/features/session/session-provider.tsx'
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

test('signed-in page: a suspended user is told so, and does not sign in again', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  onTestFinished(() => suspension.set(null))
  const headers = { [suspendedHeader]: 'reason=Spam%20%26%20fraud' }
  const handlers = { 'GET /api/auth/user': () => Response.json({}, { status: 401, headers }) }
  renderWithProviders(<SignedIn>For users</SignedIn>, { path: '/settings', handlers })
  await waitFor(() => expect(suspension.get()).toEqual({ reason: 'Spam & fraud' }))
  await waitFor(() => expect(expectsSession()).toBe(false))
  expect(replace).not.toHaveBeenCalled()
})
