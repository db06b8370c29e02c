import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

/** A page with a button that opens what is given. */
function Page({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

async function openDialog(children: (close: () => void) => ReactNode) {
  const user = userEvent.setup()
  render(<Page>{children}</Page>)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

const editDialog = (close: () => void) => (
  <Dialog title="Edit Profile" text="Visible to everyone" onClose={close}>
    <TextField label="Display Name" />
  </Dialog>
)

test('dialog: it is modal, named by its title, described by its text, and focuses its first field', async () => {
  await openDialog(editDialog)
  const dialog = screen.getByRole('dialog', { name: 'Edit Profile' })
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('Visible to everyone')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Display Name' }))
})

test('dialog: without a field the dialog itself has the focus', async () => {
  await openDialog((close) => (
    <Dialog title="Share" onClose={close}>
      <p>Copy the link</p>
    </Dialog>
  ))
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Share' }))
})

test('dialog: Tab stays inside it', async () => {
  const user = await openDialog(editDialog)
  const dialog = screen.getByRole('dialog')
  for (let i = 0; i < 4; i++) {
    await user.tab()
    expect(dialog.contains(document.activeElement)).toBe(true)
  }
})

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'its Close button',
    (user: ReturnType<typeof userEvent.setup>) =>
      user.click(screen.getByRole('button', { name: 'Close' })),
  ],
])(
  'dialog: %s closes it and returns the focus to the button that opened it',
  async (_how, close) => {
    const user = await openDialog(editDialog)
    await close(user)
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('button', { name: 'Open' }))
  },
)

test('dialog: when the opener goes with what is around it, the focus is on what is still there', async () => {
  function List() {
    const [isEmpty, setEmpty] = useState(false)
    return (
      <main tabIndex={-1}>
        {isEmpty || (
          <section tabIndex={-1}>
            <Page>
              {(close) => (
                <Dialog title="Remove track" onClose={close}>
                  <button type="button" onClick={() => setEmpty(true)}>
                    Remove
                  </button>
                </Dialog>
              )}
            </Page>
          </section>
        )}
      </main>
    )
  }
  const user = userEvent.setup()
  render(<List />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('dialog: the page does not scroll while it is open', async () => {
  const user = await openDialog(editDialog)
  expect(document.documentElement.style.overflow).toBe('hidden')
  await user.keyboard('{Escape}')
  expect(document.documentElement.style.overflow).toBe('')
})

function confirmDialog(isPending: boolean, onConfirm = vi.fn(), onClose = vi.fn()) {
  render(
    <ConfirmDialog
      title="Delete Track"
      text="This action cannot be undone."
      confirm="Delete Track"
      pendingText="Deleting..."
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  return { user: userEvent.setup(), onConfirm, onClose }
}

test('confirm dialog: it is an alert dialog with its text, and Cancel has the focus', () => {
  confirmDialog(false)
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Track' })
  expect(dialog.textContent).toContain('This action cannot be undone.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('confirm dialog: its confirm button confirms, and Cancel and Escape close without confirming', async () => {
  const { user, onConfirm, onClose } = confirmDialog(false)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalled()
  const closed = onClose.mock.calls.length
  await user.keyboard('{Escape}')
  expect(onClose.mock.calls.length).toBeGreaterThan(closed)
  expect(onConfirm).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete Track' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('confirm dialog: while pending it shows the pending text, and nothing closes or confirms it again', async () => {
  const { user, onConfirm, onClose } = confirmDialog(true)
  await user.click(screen.getByRole('button', { name: 'Deleting...' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})
