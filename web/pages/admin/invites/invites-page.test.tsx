import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Invite } from '#contract/invites.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { testUser } from '#web/components/testing/test-users.ts'
import { Invites } from './invites-page.tsx'

const user = testUser()
const invite: Invite = {
  id: '7d2f3c9e-0000-4000-8000-000000000002',
  note: 'The choir',
  maxUses: 3,
  uses: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2100-01-01T00:00:00.000Z',
  revokedAt: null,
  createdBy: user,
  usedBy: [
    { user, at: '2026-01-02T00:00:00.000Z' },
    { user: null, at: '2026-01-03T00:00:00.000Z' },
  ],
}

test('invites page: an administrator creates an invite, copies its link and revokes it', async () => {
  const url = 'https://soundpost.example/api/login?prompt=create&invite=secret'
  let items = [invite]
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.endsWith('/identity-provider')) return Response.json({ registration: 'open' })
    if (method === 'GET') return Response.json(items)
    requests.push([`${method} ${path}`, body && JSON.parse(String(body))])
    if (method === 'DELETE') {
      items = [{ ...invite, revokedAt: '2026-01-04T00:00:00.000Z' }]
      return new Response(null, { status: 204 })
    }
    const created = { invite, url: requests.length === 1 ? `${url}-first` : url }
    return Response.json(created, { status: 201 })
  })
  render(
    <QueryClientProvider client={createQueryClient(vi.fn(), () => {})}>
      <Invites />
    </QueryClientProvider>,
  )
  const pointer = userEvent.setup()
  const list = within(await screen.findByRole('region', { name: 'All invites' }))
  expect(list.getByText('The choir')).toBeTruthy()
  expect(await screen.findByText(/^Registration is open: .* Set REGISTRATION=invite/)).toBeTruthy()
  expect(list.getByText(/2 of 3 used/)).toBeTruthy()
  expect(list.getAllByRole('link', { name: 'Maren Holt' })).toHaveLength(2)
  expect(screen.queryByLabelText('Invite link')).toBeNull()

  await pointer.clear(screen.getByLabelText('Uses'))
  await pointer.type(screen.getByLabelText('Uses'), '5')
  await pointer.selectOptions(screen.getByLabelText('Expires in'), '30 days')
  await pointer.type(screen.getByLabelText('Note'), 'The band')
  await pointer.click(screen.getByRole('button', { name: 'Create invite' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Invite link')).value).toBe(`${url}-first`)
  await pointer.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  // The next link is not copied yet.
  await pointer.click(screen.getByRole('button', { name: 'Create invite' }))
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Invite link').value).toBe(url),
  )
  const sent = { uses: 5, expiresInDays: 30, note: 'The band' }
  expect(requests[0]).toEqual(['POST /api/admin/invites', sent])
  await pointer.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(url)

  await pointer.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(await list.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByLabelText('Invite link')).toBeNull()
  expect(requests[2]?.[0]).toBe(`DELETE /api/admin/invites/${invite.id}`)
})
