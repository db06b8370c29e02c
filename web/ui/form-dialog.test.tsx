import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

type User = ReturnType<typeof userEvent.setup>

function openForm({ isDirty, isPending = false }: { isDirty: boolean; isPending?: boolean }) {
  const onClose = vi.fn()
  render(
    <FormDialog
      title="Edit Track"
      onClose={onClose}
      onSubmit={vi.fn()}
      isDirty={isDirty}
      isPending={isPending}
    >
      <TextField label="Title" defaultValue="Hinge" />
    </FormDialog>,
  )
  return { user: userEvent.setup(), onClose }
}

const press = (name: string) => (user: User) => user.click(screen.getByRole('button', { name }))
const closeActions: [string, (user: User) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['Close', press('Close')],
]

test.each(closeActions)('form dialog: %s closes it if nothing was typed', async (_name, leave) => {
  const { user, onClose } = openForm({ isDirty: false })
  await leave(user)
  expect(onClose).toHaveBeenCalled()
})

test.each(closeActions)('form dialog: %s asks before typed text is lost', async (_name, leave) => {
  const { user, onClose } = openForm({ isDirty: true })
  await leave(user)
  expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
  await press('Keep editing')(user)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await leave(user)
  await press('Discard')(user)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('form dialog: Cancel discards typed text without asking', async () => {
  const { user, onClose } = openForm({ isDirty: true })
  await press('Cancel')(user)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('form dialog: closing the tab asks, but not while typed text is being saved', () => {
  openForm({ isDirty: true })
  const closing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closing()).toBe(true)
  cleanup()
  openForm({ isDirty: true, isPending: true })
  expect(closing()).toBe(false)
})
