import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { currentUserQuery } from '#web/api/auth.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { LikeButton } from './like-button.tsx'

/** A browser whose request for the current user gets no response. */
function renderButton(viewer?: null) {
  const fetched = vi.fn((_url: string) => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', fetched)
  const queryClient = new QueryClient()
  if (viewer === null) queryClient.setQueryData(currentUserQuery.queryKey, null)
  const toasts = createToastStore()
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <ToastProvider value={toasts}>
          <LikeButton track={testTrack('a', { title: 'Hinge' })} />
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Like Hinge/ }))
  return { toasts, liked: () => fetched.mock.calls.some(([url]) => String(url).endsWith('/like')) }
}

test('like button: a like before the viewer is known is sent, and not taken for one of a visitor', async () => {
  const { toasts, liked } = renderButton()
  await vi.waitFor(() => expect(liked()).toBe(true))
  expect(toasts.get()).toBeNull()
})

test('like button: a visitor is asked to sign in', () => {
  const { toasts, liked } = renderButton(null)
  expect(toasts.get()?.title).toBe('Sign in required')
  expect(liked()).toBe(false)
})
