import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { redirectToLogin } from './redirect-to-login.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('redirect to login: it opens the sign-in page after half a second, with the path to return to', () => {
  const navigate = vi.fn()
  redirectToLogin(undefined, { currentPath: () => '/playlist/rain?x=1', navigate })
  vi.advanceTimersByTime(499)
  expect(navigate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2Fplaylist%2Frain%3Fx%3D1']])
})

it('redirect to login: the URL says why', () => {
  const navigate = vi.fn()
  redirectToLogin({ reason: 'follow', subject: 'u1' }, { currentPath: () => '/', navigate })
  vi.runAllTimers()
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2F&reason=follow&subject=u1']])
})
