import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { redirectToLogin } from './redirect-to-login.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('redirect to login: it opens the sign-in page after half a second, with the way back', () => {
  const navigate = vi.fn()
  redirectToLogin({ currentPath: () => '/playlist/rain?x=1', navigate })
  vi.advanceTimersByTime(499)
  expect(navigate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2Fplaylist%2Frain%3Fx%3D1']])
})
