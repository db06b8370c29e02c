import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { IdentityProvider, MailStatus } from '#contract/admin.ts'
import { SettingsTab } from './settings-tab.tsx'

const noMail: MailStatus = { isConfigured: false, waiting: 0, lastFailure: null }

/** Renders the tab with this response of the server. */
function renderTab(provider: Omit<IdentityProvider, 'registration'>, mail: MailStatus = noMail) {
  const fetch = vi.fn(async (path: string) =>
    Response.json(path.endsWith('/mail') ? mail : provider),
  )
  vi.stubGlobal('fetch', fetch)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsTab />
    </QueryClientProvider>,
  )
  return fetch
}

const issuer = 'https://id.example.org'
const problem = 'The identity provider refused the client "soundpost": check OIDC_CLIENT_SECRET.'

test('settings tab: it lists the problems of an external identity provider', async () => {
  renderTab({ issuer, problems: [problem], lastFailure: null })
  expect(await screen.findByRole('heading', { name: 'Identity provider' })).toBeTruthy()
  expect(screen.getByText(issuer)).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toBe(problem)
  expect(screen.queryByText('No problems found.')).toBeNull()
})

test('settings tab: it says that a working provider has no problems, and shows the last failed sign-in', async () => {
  const lastFailure = { message: problem, at: '2026-11-16T02:00:00.000Z' }
  renderTab({ issuer, problems: [], lastFailure })
  expect(await screen.findByText('No problems found.')).toBeTruthy()
  expect(screen.getByText(/^Last failed sign-in/).textContent).toContain(problem)
})

test('settings tab: with the built-in provider it shows the placeholder only', async () => {
  const fetch = renderTab({ issuer: null, problems: [], lastFailure: null })
  expect(screen.getByText('Settings functionality coming soon')).toBeTruthy()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  expect(screen.queryByRole('heading', { name: 'Identity provider' })).toBeNull()
})

test('settings tab: it says that mail cannot be sent, and how many wait', async () => {
  const lastFailure = { message: 'connect ECONNREFUSED', at: '2026-11-16T02:00:00.000Z' }
  const provider = { issuer: null, problems: [], lastFailure: null }
  renderTab(provider, { isConfigured: true, waiting: 2, lastFailure })
  expect((await screen.findByText(/^Mail could not be sent/)).textContent).toContain('ECONNREFUSED')
  expect(screen.getByText('2 mails will be tried again.')).toBeTruthy()
})
