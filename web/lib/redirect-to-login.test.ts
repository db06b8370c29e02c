import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { redirectToLogin } from './redirect-to-login.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('leaves after half a second, with the way back', () => {
  const open = vi.fn()
  redirectToLogin({ here: () => '/playlist/rain?x=1', open })
  vi.advanceTimersByTime(499)
  expect(open).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(open.mock.calls).toEqual([['/api/login?returnTo=%2Fplaylist%2Frain%3Fx%3D1']])
})
