import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { ProfileMenu } from './profile-menu.tsx'

test('profile menu: visitors find the feed, copy addresses with the username, and sign in to report', async () => {
  const toasts = createToastStore()
  const client = createQueryClient(
    (notice) => toasts.show(notice),
    () => {},
  )
  client.setQueryData(currentUserQuery.queryKey, null)
  const profile = { id: 'id-1', username: 'maren' } as Profile
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <ToastProvider value={toasts}>
          <ProfileMenu profile={profile} />
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More about maren' }))
  const item = await screen.findByRole('menuitem', { name: 'RSS feed (opens in a new tab)' })
  expect(item.getAttribute('href')).toBe('/profile/maren/feed.xml')
  expect(screen.getAllByRole('menuitem')).toHaveLength(4)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy feed address' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Feed address copied!'))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/profile/maren/feed.xml`)
  await userEvent.click(screen.getByRole('button', { name: 'More about maren' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Link copied!'))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/profile/maren`)
  await userEvent.click(screen.getByRole('button', { name: 'More about maren' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }))
  await vi.waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to report.',
      actions: [{ label: 'Sign in' }],
    }),
  )
})
