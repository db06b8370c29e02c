import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { testPlayer } from '#web/features/player/test-player.ts'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createStore } from '#web/lib/store.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Responds to a request with this URL and JSON body. */
type Handler = (url: URL, body: unknown) => Response | Promise<Response>
/** By method and path: 'GET /api/tracks'. */
export type Handlers = Record<string, Handler>

type Options = {
  path?: string
  /** Of the server; a request without one fails with 404. Can be replaced during the test. */
  handlers: Handlers
}

/** Renders a component with what the app provides, and with a mocked server. */
export function renderWithProviders(element: ReactNode, { path = '/', handlers }: Options) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const requests: { call: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (to: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const url = new URL(to, 'http://localhost')
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined
    requests.push({ call: `${method} ${url.pathname}${url.search}`, body: sent })
    const handler = handlers[`${method} ${url.pathname}`]
    const response = await (handler ? handler(url, sent) : new Response('{}', { status: 404 }))
    signal?.throwIfAborted()
    return response
  })
  const toasts = createToastStore()
  const { player, emit } = testPlayer()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  const settings = createStore({ quality: 'auto' as const, levelLoudness: true })
  history.replaceState(null, '', path)
  const signInAgain = vi.fn()
  const queryClient = createQueryClient(toasts.show, signInAgain)
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider value={toasts}>
        <PlayerProvider value={{ player, position, settings }}>
          <SessionProvider>
            <DialogHost>{element}</DialogHost>
          </SessionProvider>
        </PlayerProvider>
      </ToastProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return { user, toasts, player, emit, requests, signInAgain, queryClient }
}

export const json = (body: unknown) => () => Response.json(body)
export const status =
  (code: number, body: unknown = {}) =>
  () =>
    Response.json(body, { status: code })
