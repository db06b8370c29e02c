import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { EmbedDialog } from './embed-dialog.tsx'

test('embed dialog: the preview and the code follow theme and width, and the code is copied', async () => {
  const user = userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const toasts = createToastStore()
  const item = { id: 'id', slug: 'hinge', title: 'Hinge "<b>"' }
  render(
    <ToastProvider value={toasts}>
      <EmbedDialog kind="track" item={item} onClose={() => {}} />
    </ToastProvider>,
  )
  const preview = () => screen.getByTitle('Preview of Hinge "<b>"')
  const code = () => screen.getByLabelText<HTMLTextAreaElement>('Code').value
  expect(preview().getAttribute('src')).toBe('/embed/track/hinge')
  expect(code()).toContain('width="100%" height="166"')
  expect(code()).toContain(`src="${location.origin}/embed/track/hinge"`)
  expect(code()).toContain('title="Hinge &quot;&lt;b&gt;&quot; on Soundpost"')

  await user.click(screen.getByRole('button', { name: 'Dark' }))
  expect(preview().getAttribute('src')).toBe('/embed/track/hinge?theme=dark')
  await user.click(screen.getByRole('switch', { name: 'Full width' }))
  const width = screen.getByLabelText('Width')
  await user.clear(width)
  await user.type(width, '299')
  expect(screen.getByText('Please enter a width from 300 to 800 px')).toBeDefined()
  const copy = screen.getByRole<HTMLButtonElement>('button', { name: 'Copy code' })
  expect(copy.disabled).toBe(true)
  await user.clear(width)
  await user.type(width, '480')
  expect(preview().getAttribute('width')).toBe('480')
  expect(code()).toContain('?theme=dark" title=')
  expect(code()).toContain('width="480" height="166"')

  await user.click(copy)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(code())
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Embed code copied!'))
})

test('embed dialog: Escape closes it also from within the preview, which stays in the tab order', () => {
  const onClose = vi.fn()
  const item = { id: 'id', slug: 'hinge', title: 'Hinge' }
  render(
    <ToastProvider value={createToastStore()}>
      <EmbedDialog kind="track" item={item} onClose={onClose} />
    </ToastProvider>,
  )
  const preview = screen.getByTitle<HTMLIFrameElement>('Preview of Hinge')
  expect(preview.getAttribute('tabindex')).toBeNull()
  const inside = new EventTarget()
  Object.defineProperty(preview, 'contentDocument', { value: inside })
  fireEvent.load(preview)
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
  expect(onClose).not.toHaveBeenCalled()
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
