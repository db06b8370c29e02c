import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { ShareButton } from './share-button.tsx'

test('share button: the first click copies the link in its own task, as WebKit requires', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', {
    userAgent: 'Macintosh',
    maxTouchPoints: 0,
    clipboard: { writeText },
  })
  const toasts = createToastStore()
  const hinge = { id: 'id', slug: 'hinge', title: 'Hinge', privacy: 'public' } as const
  render(
    <ToastProvider value={toasts}>
      <ShareButton kind="track" item={hinge} />
    </ToastProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}/track/hinge`)
  await vi.waitFor(() => expect(toasts.get()?.title).toBe('Link copied!'))
})
