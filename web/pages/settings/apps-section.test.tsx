import { fireEvent, screen, waitFor } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import type { Account } from '#contract/account.ts'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { AppPasswordsRow } from './apps-section.tsx'

const account: Account = {
  ...{ username: 'ines.calder', email: null, emailVerified: false, pendingEmail: null },
  ...{ hasMail: false, isVerificationRequired: false, hasPassword: false, providerUrl: null },
}
const phone = {
  ...{ id: 'phone', name: 'Phone', createdAt: '2026-11-01T08:00:00.000Z' },
  ...{ lastUsedAt: new Date().toISOString(), lastUsedBy: 'Symfonium' },
}
const list = 'GET /api/account/app-passwords'
const create = 'POST /api/account/app-passwords'
const button = () => screen.findByRole('button', { name: 'Create app password' })

test('app passwords: a new one is shown once, with the address, the username and a QR code', async () => {
  const { requests } = renderWithProviders(<AppPasswordsRow account={account} />, {
    handlers: { [list]: json([phone]), [create]: json({ ...phone, password: 'abcd-efgh' }) },
  })
  fireEvent.click(await button())
  fireEvent.change(screen.getByLabelText('Name of the app'), { target: { value: 'Phone' } })
  fireEvent.click(await button())
  expect(await screen.findByText('abcd-efgh')).toBeTruthy()
  for (const text of [location.origin, 'ines.calder']) expect(screen.getByText(text)).toBeTruthy()
  const code = screen.getByRole('img', { name: /^QR code/ })
  const { data } = encode(`${location.origin}\nines.calder\nabcd-efgh`, { border: 2 })
  const dark = data.flat().filter((isDark) => isDark).length
  expect(code.querySelector('path:last-child')?.getAttribute('d')?.match(/M/g)).toHaveLength(dark)
  expect(requests.find(({ call }) => call === create)?.body).toEqual({ name: 'Phone' })
})

test('app passwords: a new one is no longer shown once it is revoked', async () => {
  const handlers = { [list]: json([phone]), [create]: json({ ...phone, password: 'abcd-efgh' }) }
  renderWithProviders(<AppPasswordsRow account={account} />, { handlers })
  fireEvent.click(await button())
  fireEvent.click(await button())
  expect(await screen.findByText('abcd-efgh')).toBeTruthy()
  handlers[list] = json([])
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Phone' }))
  await waitFor(() => expect(screen.queryByText('abcd-efgh')).toBeNull())
})

test('app passwords: a new one is shown even if the list cannot be loaded again', async () => {
  const handlers = { [list]: json([]), [create]: json({ ...phone, password: 'abcd-efgh' }) }
  renderWithProviders(<AppPasswordsRow account={account} />, { handlers })
  fireEvent.click(await button())
  handlers[list] = status(400)
  fireEvent.click(await button())
  expect(await screen.findByText('abcd-efgh')).toBeTruthy()
  expect(screen.getByText('Phone')).toBeTruthy()
})

test('app passwords: the list says when each was used and by which app, and revokes them', async () => {
  const { requests } = renderWithProviders(<AppPasswordsRow account={account} />, {
    handlers: { [list]: json([phone]) },
  })
  expect((await screen.findByText(/Last used/)).textContent).toMatch(/by Symfonium$/)
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Phone' }))
  await waitFor(() =>
    expect(requests.map(({ call }) => call)).toContain('DELETE /api/account/app-passwords/phone'),
  )
})

test('app passwords: after an old sign-in one signs in again, and returns to the same place', async () => {
  const message = 'Please sign in again first: this needs a sign-in within the last ten minutes.'
  renderWithProviders(<AppPasswordsRow account={account} />, {
    handlers: { [list]: json([]), [create]: status(403, { message }) },
  })
  fireEvent.click(await button())
  fireEvent.click(await button())
  expect(await screen.findByText(message)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Sign in again' })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', location.href)
  expect(Object.fromEntries(searchParams)).toEqual({ returnTo: '/settings#apps', prompt: 'login' })
})
