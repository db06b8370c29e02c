import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { DecideDialog } from './decide-dialog.tsx'

test('decide dialog: it shows that a reason is required, and sends the decision with it', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const sent = JSON.parse(String(body))
    bodies.push(sent)
    if (!sent.reason) return Response.json({ message: 'Reason is required' }, { status: 400 })
    return Response.json({})
  })
  const [notify, onClose] = [vi.fn(), vi.fn()]
  render(
    <QueryClientProvider client={createQueryClient(notify, () => {})}>
      <DecideDialog
        decision="remove"
        itemId="item"
        name="Salt Marsh"
        onClose={onClose}
        onDecided={vi.fn()}
      />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  expect(screen.getByRole('dialog', { name: 'Remove' }).textContent).toContain('Salt Marsh')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  await user.type(screen.getByLabelText('Reason'), 'A rights holder asked for it.')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies.at(-1)).toEqual({ decision: 'remove', reason: 'A rights holder asked for it.' })
  expect(notify).not.toHaveBeenCalled()
})
