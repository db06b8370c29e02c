import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ManagedUser } from '#contract/users.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { testManagedUser } from '#web/components/testing/test-users.ts'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { EditUserDialog } from './edit-user-dialog.tsx'

const user = testManagedUser()

test('edit user dialog: a user is suspended with a reason, which is required, and the suspension is lifted', async () => {
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent = body && JSON.parse(String(body))
    requests.push([`${method} ${path}`, sent])
    if (method === 'POST' && !sent.reason)
      return Response.json({ message: 'Reason is required' }, { status: 400 })
    const suspendedAt = method === 'POST' ? '2026-11-01T08:00:00.000Z' : null
    return Response.json({ ...user, suspendedAt })
  })
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient(vi.fn(), () => {})}>
      <ToastProvider value={createToastStore()}>
        <EditUserDialog row={user} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  const pointer = userEvent.setup()
  const suspend = () => pointer.click(screen.getByRole('button', { name: 'Suspend user' }))
  await suspend()
  expect(requests).toEqual([])
  await suspend()
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  await pointer.type(screen.getByLabelText('Reason'), 'Spam.')
  await suspend()
  expect(await screen.findByText(/^Suspended since .*Nothing of this user is visible/)).toBeTruthy()
  await pointer.click(screen.getByRole('button', { name: 'Lift suspension' }))
  expect(await screen.findByRole('button', { name: 'Suspend user' })).toBeTruthy()
  const path = `/api/admin/users/${user.id}/suspension`
  expect(requests.slice(1)).toEqual([
    [`POST ${path}`, { reason: 'Spam.' }],
    [`DELETE ${path}`, undefined],
  ])
  // Neither closes the dialog, whose other fields may have changes.
  expect(onClose).not.toHaveBeenCalled()
})

function renderDialog(row: ManagedUser) {
  render(
    <QueryClientProvider client={createQueryClient(vi.fn(), () => {})}>
      <ToastProvider value={createToastStore()}>
        <EditUserDialog row={row} onClose={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('button').map(({ textContent }) => textContent)
}

test('edit user dialog: suspending an administrator is not offered, lifting a suspension from before is', () => {
  const administrator = { ...user, isAdmin: true }
  expect(renderDialog(administrator)).toContain('Create reset link')
  expect(screen.queryByRole('button', { name: 'Suspend user' })).toBeNull()
  cleanup()
  const suspended = renderDialog({ ...administrator, suspendedAt: '2026-11-01T08:00:00.000Z' })
  expect(suspended).toContain('Lift suspension')
})

test('edit user dialog: a reset link is not offered for users of an external provider', () => {
  const buttons = renderDialog({ ...user, hasPassword: false })
  expect(buttons).toContain('Suspend user')
  expect(buttons).not.toContain('Create reset link')
})
