import { zodResolver } from '@hookform/resolvers/zod'
import { screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { TrackFields } from './track-fields.tsx'
import { emptyTrackForm, newTrackForm } from './track-form.ts'

const artist = { id: 'ines', displayName: 'Ines' } as CurrentUser
const save = vi.fn()

function Form() {
  const values = { ...emptyTrackForm, title: 'Dew' }
  const form = useForm({ resolver: zodResolver(newTrackForm), defaultValues: values })
  const suggestions = { marked: new Set<never>(), unmark: () => {} }
  return (
    <form onSubmit={form.handleSubmit((track) => save(track))}>
      <TrackFields {...{ form, suggestions }} user={artist} />
      <button type="submit">Save</button>
    </form>
  )
}

test('track fields: ISRC and credits are folded, open at an error, and are saved', async () => {
  const { user } = renderWithProviders(<Form />, { handlers: {} })
  const more = screen.getByText('More').closest('details')
  expect(more?.open).toBe(false)
  const isrc = screen.getByLabelText('ISRC', { exact: false })
  await user.type(isrc, '12345')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Please enter a valid ISRC/)).toBeTruthy()
  expect(more?.open).toBe(true)
  await user.clear(isrc)
  await user.type(isrc, 'DE-A12-26-00001')
  await user.click(screen.getByRole('button', { name: 'Add credit' }))
  await user.type(screen.getByLabelText('Role'), 'Producer')
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalled())
  expect(save.mock.calls[0]?.[0]).toMatchObject({
    isrc: 'DEA122600001',
    credits: [{ role: 'Producer', name: 'Ada' }],
  })
})
