import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { DialogHost, useOpenDialog } from './dialog-host.tsx'
import { createToastStore, ToastProvider } from './toast/toast-store.ts'

type NoteProps = { text: string; onClose: () => void }

const Note = ({ text, onClose }: NoteProps) => (
  <Dialog title={text} onClose={onClose}>
    <p>Note</p>
  </Dialog>
)

/** A page with a button whose dialog is loaded when the test says so. */
function setUp() {
  const code = Promise.withResolvers<typeof Note>()
  const toasts = createToastStore()
  function Opener() {
    const openDialog = useOpenDialog()
    return (
      <button type="button" onClick={() => openDialog(() => code.promise, { text: 'Hello' })}>
        Open
      </button>
    )
  }
  function Page() {
    const [isShown, setShown] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setShown(false)}>
          Leave
        </button>
        {isShown && <Opener />}
      </>
    )
  }
  render(
    <ToastProvider value={toasts}>
      <DialogHost>
        <Page />
      </DialogHost>
    </ToastProvider>,
  )
  return { code, toasts, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name, hidden: true })

test('dialog host: two presses while the code loads open one dialog, and Escape returns the focus', async () => {
  const { code, user } = setUp()
  await user.dblClick(button('Open'))
  code.resolve(Note)
  expect(await screen.findAllByRole('dialog', { name: 'Hello' })).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Open')))
})

test('dialog host: a dialog closes with what opened it', async () => {
  const { code, user } = setUp()
  await user.click(button('Open'))
  code.resolve(Note)
  await screen.findByRole('dialog')
  button('Leave').click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('dialog host: a dialog whose code comes after its opener has left does not open', async () => {
  const { code, user } = setUp()
  await user.click(button('Open'))
  await user.click(button('Leave'))
  code.resolve(Note)
  await code.promise
  await user.tab()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('dialog host: code that cannot be loaded is told, and nothing opens', async () => {
  const { code, toasts, user } = setUp()
  await user.click(button('Open'))
  code.reject(new TypeError('Failed to fetch'))
  await waitFor(() => expect(toasts.get()?.text).toBe('Something went wrong. Please try again.'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
