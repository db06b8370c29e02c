import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useCallback } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { useOfflineNotice } from './player-area.tsx'

const nothing = () => ({ currentTrack: null, isPlaying: false })

function Page({ load }: { load: () => Promise<string> }) {
  useOfflineNotice(nothing)
  const { data, isFetching, refetch } = useQuery({ queryKey: ['page'], queryFn: load })
  if (data !== undefined || isFetching) return <p>{data}</p>
  return <ErrorState title="Failed" text="The server failed." onRetry={() => void refetch()} />
}

test('offline: a page of the shell is offline until the server responds, also with an error', async () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'app-shell' }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  let error: Error = new TypeError('Failed to fetch')
  const toasts = createToastStore()
  render(
    <QueryClientProvider client={createQueryClient(toasts.show, () => {})}>
      <ToastProvider value={toasts}>
        <Page load={() => Promise.reject(error)} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^You are offline/)).toBeTruthy()
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('You are offline'))

  error = new ApiError(503, '', '')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The server failed.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Listen offline' })).toBeNull()
})

test.each([
  { isStored: true, isPlaying: true, text: 'This track is stored on this device and plays on.' },
  {
    isStored: true,
    isPlaying: false,
    text: 'This track is stored on this device and can be played.',
  },
  { isStored: false, isPlaying: true, text: "We'll continue when you're back online." },
  {
    isStored: false,
    isPlaying: false,
    text: "Until you're back online, only tracks stored on this device can be played.",
  },
])(
  'offline: the notice is true of a track that is stored: $isStored, and plays: $isPlaying',
  async ({ isStored, isPlaying, text }) => {
    vi.stubGlobal('caches', { match: async () => (isStored ? new Response() : undefined) })
    const toasts = createToastStore()
    const currentTrack = testTrack('stored')
    function Notice() {
      useOfflineNotice(useCallback(() => ({ currentTrack, isPlaying }), []))
      return null
    }
    render(
      <QueryClientProvider client={createQueryClient(toasts.show, () => {})}>
        <ToastProvider value={toasts}>
          <Notice />
        </ToastProvider>
      </QueryClientProvider>,
    )
    dispatchEvent(new Event('offline'))
    await vi.waitFor(() => expect(toasts.get()?.text).toBe(text))
    // The connection is missing, but nothing has failed.
    expect(toasts.get()?.tone).toBeUndefined()
  },
)
