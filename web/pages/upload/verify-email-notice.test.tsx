import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { VerifyEmailNotice } from './verify-email-notice.tsx'

const unverified: Account = {
  username: 'ines.calder',
  email: 'ines@example.org',
  emailVerified: false,
  pendingEmail: null,
  hasMail: true,
  isVerificationRequired: true,
  hasPassword: true,
  providerUrl: null,
}

function renderNotice(account: Account) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${path}`)
    return method === 'GET' ? Response.json(account) : new Response(null, { status: 204 })
  })
  const toasts = createToastStore()
  render(
    <QueryClientProvider
      client={createQueryClient(
        (notice) => toasts.show(notice),
        () => {},
      )}
    >
      <ToastProvider value={toasts}>
        <VerifyEmailNotice />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return { calls, toasts }
}

test('upload page: a user who must verify the address first sees a notice, and can request the mail again', async () => {
  const { calls, toasts } = renderNotice(unverified)
  expect(await screen.findByText('Please verify your email first.')).toBeTruthy()
  expect(screen.getByText(/ines@example\.org/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Send again' }))
  await vi.waitFor(() => expect(toasts.get()).toMatchObject({ title: 'Link sent' }))
  expect(calls.at(-1)).toBe('POST /api/account/email/verification')
})

test('upload page: a user who may publish sees no notice about the address', async () => {
  const { calls } = renderNotice({ ...unverified, isVerificationRequired: false })
  await vi.waitFor(() => expect(calls).toEqual(['GET /api/account']))
  expect(screen.queryByText('Please verify your email first.')).toBeNull()
})
