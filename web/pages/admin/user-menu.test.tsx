import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ManagedUser } from '#contract/users.ts'
import { renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testManagedUser } from '#web/components/testing/test-users.ts'
import { UserMenu } from './user-menu.tsx'

const user = testManagedUser()
const suspendedAt = '2026-11-01T08:00:00.000Z'
const suspension = `/api/admin/users/${user.id}/suspension`

/** Renders the menu, and returns the labels of its entries once it is open. */
async function openMenu(
  overrides: Partial<ManagedUser> = {},
  onDelete: (() => void) | null = vi.fn(),
) {
  const { requests } = renderWithProviders(
    <UserMenu user={{ ...user, ...overrides }} onDelete={onDelete ?? undefined} />,
    {
      handlers: {
        [`POST ${suspension}`]: (_url, body) =>
          JSON.stringify(body).includes('Spam')
            ? Response.json({ ...user, suspendedAt })
            : Response.json({ message: 'Reason is required' }, { status: 400 }),
        [`DELETE ${suspension}`]: () => Response.json(user),
        [`POST /api/users/${user.id}/reset-link`]: () =>
          Response.json({ url: 'https://sound.example/reset/secret' }),
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'More about Maren Holt' }))
  const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { entries, sent: () => requests.filter(({ call }) => call.includes(user.id)) }
}

const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }))

test('user menu: a user is suspended with a reason, which is required', async () => {
  const { entries, sent } = await openMenu()
  expect(entries).toEqual(['Suspend…', 'Reset link…', 'Delete…'])
  await choose('Suspend…')
  const suspend = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Suspend user' }))
  await suspend()
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'Spam.')
  await suspend()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().at(-1)).toEqual({ call: `POST ${suspension}`, body: { reason: 'Spam.' } })
})

test('user menu: a suspension is lifted at once, also that of an administrator', async () => {
  const { entries, sent } = await openMenu({ suspendedAt, isAdmin: true })
  expect(entries).toEqual(['Lift suspension', 'Reset link…', 'Delete…'])
  await choose('Lift suspension')
  await vi.waitFor(() => expect(sent().at(-1)?.call).toBe(`DELETE ${suspension}`))
})

test('user menu: a reset link is shown once it is created', async () => {
  await openMenu()
  await choose('Reset link…')
  await userEvent.click(await screen.findByRole('button', { name: 'Create reset link' }))
  const field = await screen.findByRole('textbox', { name: 'Reset link' })
  expect(field).toHaveProperty('value', 'https://sound.example/reset/secret')
})

test('user menu: administrators neither suspend nor delete themselves', async () => {
  const { entries } = await openMenu({ isAdmin: true }, null)
  expect(entries).toEqual(['Reset link…'])
})

test('user menu: users of an external provider have no reset link', async () => {
  const { entries } = await openMenu({ hasPassword: false })
  expect(entries).toEqual(['Suspend…', 'Delete…'])
})
