import { beforeEach, expect, test, vi } from 'vitest'
import { redirectToLogin } from './redirect-to-login.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

test('redirect to login: it opens the sign-in page after half a second, with the path to return to', () => {
  const navigate = vi.fn()
  vi.stubGlobal('location', { pathname: '/playlist/rain', search: '?x=1' })
  redirectToLogin(undefined, { navigate })
  vi.advanceTimersByTime(499)
  expect(navigate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2Fplaylist%2Frain%3Fx%3D1']])
})

test('redirect to login: the URL says why', () => {
  const navigate = vi.fn()
  vi.stubGlobal('location', { pathname: '/', search: '' })
  redirectToLogin({ reason: 'follow', subject: 'u1' }, { navigate })
  vi.runAllTimers()
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2F&reason=follow&subject=u1']])
})

test('redirect to login: without a toast to read it opens the sign-in page at once', () => {
  const navigate = vi.fn()
  vi.stubGlobal('location', { pathname: '/upload', search: '' })
  redirectToLogin(undefined, { delayMs: 0, navigate })
  vi.advanceTimersByTime(0)
  expect(navigate.mock.calls).toEqual([['/api/login?returnTo=%2Fupload']])
})
