import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import type { Account, AccountSession } from '#contract/account.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import type { SoundSettingsStore } from '#web/features/player/engine/sound-settings.ts'
import { testPlayer } from '#web/features/player/test-player.ts'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createStore } from '#web/lib/store.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { SettingsPage } from './settings-page.tsx'

export const account: Account = {
  username: 'ines.calder',
  email: 'ines@example.org',
  emailVerified: true,
  pendingEmail: null,
  hasMail: false,
  isVerificationRequired: false,
  hasPassword: true,
  providerUrl: null,
}
export const session: AccountSession = {
  id: 'a'.repeat(43),
  browser: 'Firefox',
  system: 'Linux',
  startedAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-02T08:00:00.000Z',
  isCurrent: true,
}

export const noExport = { state: 'none', progress: 0, url: null, bytes: null, expiresAt: null }

export const noScrobbling = {
  listenbrainz: { connection: null },
  lastfm: { connection: null, authorizeUrl: null },
}

type Call = { method: string; path: string; body: unknown }

/** What the page requests, and the responses by method and path. Call it where tests are declared. */
export function setUpServer() {
  const calls: Call[] = []
  const responses: Record<string, () => Response | Promise<Response>> = {}
  beforeEach(() => {
    calls.length = 0
    for (const key of Object.keys(responses)) delete responses[key]
    Object.assign(responses, {
      'GET /api/account': () => Response.json(account),
      'GET /api/account/sessions': () => Response.json([session]),
      'GET /api/account/passkeys': () => Response.json([]),
      'GET /api/account/tokens': () => Response.json([]),
      'GET /api/account/export': () => Response.json(noExport),
      'GET /api/account/scrobbling': () => Response.json(noScrobbling),
    })
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      calls.push({ method, path, body: body ? JSON.parse(String(body)) : undefined })
      return responses[`${method} ${path}`]?.() ?? new Response(null, { status: 204 })
    })
  })
  return { calls, responses }
}

export function renderPage() {
  const toasts = createToastStore()
  const { player } = testPlayer()
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  const settings: SoundSettingsStore = createStore({ quality: 'auto', levelLoudness: true })
  render(
    <QueryClientProvider
      client={createQueryClient(
        (notice) => toasts.show(notice),
        () => {},
      )}
    >
      <SessionProvider>
        <ToastProvider value={toasts}>
          <PlayerProvider value={{ player, position, settings }}>
            <DialogHost>
              <SettingsPage />
            </DialogHost>
          </PlayerProvider>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), toasts, player, settings }
}

export const reject = (message: string) => () => Response.json({ message }, { status: 400 })
