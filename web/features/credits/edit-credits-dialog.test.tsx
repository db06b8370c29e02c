import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { EditCreditsDialog } from './edit-credits-dialog.tsx'

const nara = testUser({ username: 'nara', displayName: 'Nara Ishimoto' })
const track = testTrack('hinge')

function renderDialog(credits: object[]) {
  const handlers = {
    'GET /api/tracks/slug/track-hinge': json({ ...track, credits }),
    'GET /api/search': json({ tracks: [], users: [nara], releases: [], playlists: [] }),
    'PUT /api/tracks/hinge': json({ ...track, credits }),
  }
  return renderWithProviders(<EditCreditsDialog kind="track" item={track} onClose={vi.fn()} />, {
    handlers,
  })
}

test('credits: a member is found by their name and linked, a name alone stays text', async () => {
  const { requests } = renderDialog([{ role: 'Guitar', name: 'A friend' }])
  fireEvent.click(await screen.findByText('Add credit'))
  const [, role] = screen.getAllByLabelText('Role')
  const [, name] = screen.getAllByLabelText('Name')
  if (!role || !name) throw new Error('There is no second credit.')
  fireEvent.change(role, { target: { value: 'Cello' } })
  fireEvent.change(name, { target: { value: 'nara' } })
  const found = within(name.closest('fieldset') as HTMLElement)
  fireEvent.click(await found.findByText(/Link Nara Ishimoto/))
  await screen.findByText('A member of this site, who is asked to accept.')
  fireEvent.click(screen.getByText('Save Changes'))
  await waitFor(() =>
    expect(requests.find(({ call }) => call === 'PUT /api/tracks/hinge')?.body).toEqual({
      credits: [
        { role: 'Guitar', name: 'A friend', userId: null },
        { role: 'Cello', name: 'Nara Ishimoto', userId: nara.id },
      ],
    }),
  )
})

test('credits: a credit without a name is not sent', async () => {
  const { requests } = renderDialog([])
  fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'Drums' } })
  fireEvent.click(screen.getByText('Save Changes'))
  await screen.findByText('Name is required')
  expect(requests.some(({ call }) => call.startsWith('PUT'))).toBe(false)
})
