import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { createToastStore, ToastProvider } from '#web/ui/toast/toast-store.ts'
import { ReportDialog } from './report-dialog.tsx'

const id = '0b9f8a54-6c0e-4a7e-9d5b-2f3f0c3a1b11'

function renderDialog(response: () => Response) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetch)
  const toasts = createToastStore()
  const onClose = vi.fn()
  render(
    <QueryClientProvider
      client={createQueryClient(
        (notice) => toasts.show(notice),
        () => {},
      )}
    >
      <ToastProvider value={toasts}>
        <ReportDialog reported={{ kind: 'track', id, name: 'Salt Marsh' }} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return { fetch, toasts, onClose, user: userEvent.setup() }
}

test('report dialog: it needs a reason, sends it with the text, and says thank you', async () => {
  const { fetch, toasts, onClose, user } = renderDialog(() => Response.json({ id }))
  expect(screen.getByRole('dialog', { name: 'Report' })).toBeTruthy()
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options.slice(1)).toEqual(['Copyright', 'Spam', 'Hateful or violent', 'Sexual', 'Other'])
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Please choose a reason')).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
  await user.selectOptions(screen.getByLabelText('Reason'), 'Hateful or violent')
  await user.type(screen.getByLabelText(/^Details/), 'At 1:20.')
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/reports')
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
    kind: 'track',
    id,
    reason: 'hateful',
    text: 'At 1:20.',
  })
  expect(toasts.get()).toMatchObject({
    title: 'Report sent',
    text: 'Thank you. A moderator will look at it.',
  })
})

test('report dialog: the refusal of a second report of the same item is shown at the reason', async () => {
  const message = 'You have already reported this.'
  const { toasts, onClose, user } = renderDialog(() => Response.json({ message }, { status: 409 }))
  await user.selectOptions(screen.getByLabelText('Reason'), 'Spam')
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(toasts.get()).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})
