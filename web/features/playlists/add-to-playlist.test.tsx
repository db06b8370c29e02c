import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { takePendingAction } from '#web/lib/pending-action.ts'
import { AddToPlaylistDialog, AddTracksDialog } from './add-to-playlist-dialog.tsx'

const rain = { id: 'rain', type: 'playlist', title: 'Rain', trackCount: 1, hasTrack: true }
const late = { id: 'late', type: 'playlist', title: 'Late Bus', trackCount: 0, hasTrack: false }

function renderDialog(handlers: Handlers) {
  const onClose = vi.fn()
  const rendered = renderWithProviders(
    <AddToPlaylistDialog track={testTrack('ferry')} userId="me" onClose={onClose} />,
    { handlers },
  )
  return { onClose, ...rendered }
}

const click = async (text: string) => fireEvent.click(await screen.findByText(text))
const countOf = (title: string) =>
  screen.getByText(title).closest('button')?.textContent?.replace(title, '')

test('add to playlist: three skeleton rows precede the playlists', async () => {
  const held = Promise.withResolvers<void>()
  renderDialog({
    'GET /api/users/me/playlists': async () => {
      await held.promise
      return Response.json([rain])
    },
  })
  expect((await screen.findByLabelText('Loading playlists')).children).toHaveLength(3)
  held.resolve()
  await screen.findByText('Rain')
})

test('add to playlist: the dialog stays open when the playlist has the track already or adding fails', async () => {
  const handlers: Handlers = {
    'GET /api/users/me/playlists': json([rain, late]),
    'POST /api/playlists/late/tracks': status(500),
  }
  const { toasts, requests, onClose } = renderDialog(handlers)
  await click('Rain')
  await waitFor(() => expect(toasts.get()?.title).toBe('Already in "Rain"'))
  expect(requests.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  await click('Late Bus')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Failed to add',
      text: 'Could not add track to playlist. Please try again.',
    }),
  )
  expect(countOf('Late Bus')).toBe('0 tracks')
  // Added in another tab meanwhile.
  handlers['POST /api/playlists/late/tracks'] = status(409)
  handlers['GET /api/users/me/playlists'] = json([rain, { ...late, trackCount: 1, hasTrack: true }])
  await click('Late Bus')
  await waitFor(() => expect(toasts.get()?.title).toBe('Already in "Late Bus"'))
  await waitFor(() => expect(countOf('Late Bus')).toBe('1 track · Added'))
  expect(onClose).not.toHaveBeenCalled()
})

test('add to playlist: a failed creation is reported, and a new playlist is listed if only adding failed', async () => {
  const handlers: Handlers = {
    'GET /api/users/me/playlists': json([]),
    'POST /api/playlists': status(500),
    'POST /api/playlists/night/tracks': status(500),
  }
  const { toasts, onClose } = renderDialog(handlers)
  // Without a playlist the form is open at once.
  const field = await screen.findByLabelText(/^Title/)
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'Night Bus' } })
  await click('Create & add')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Failed to create',
      text: 'Could not create playlist. Please try again.',
    }),
  )
  const night = { ...late, id: 'night', title: 'Night Bus' }
  handlers['POST /api/playlists'] = json(night)
  handlers['GET /api/users/me/playlists'] = json([night])
  await click('Create & add')
  await waitFor(() => expect(toasts.get()?.title).toBe('Failed to add'))
  await screen.findByText('Night Bus')
  expect(countOf('Night Bus')).toBe('0 tracks')
  expect(onClose).not.toHaveBeenCalled()
})

test('add to playlist: a release that does not accept the track says why', async () => {
  const message = 'This track is already on "Thaw".'
  const { toasts, onClose } = renderDialog({
    'GET /api/users/me/playlists': json([{ ...late, type: 'album' }]),
    'POST /api/playlists/late/tracks': status(409, { message }),
  })
  await screen.findByText('Album · 0 tracks')
  await click('Late Bus')
  await waitFor(() => expect(toasts.get()).toMatchObject({ title: 'Failed to add', text: message }))
  expect(onClose).not.toHaveBeenCalled()
})

test('add to playlist: an expired session leads back to the dialog and what was typed', async () => {
  const { user, signInAgain } = renderDialog({
    'GET /api/users/me/playlists': json([rain]),
    'POST /api/playlists': status(401),
  })
  await click('Create new')
  await user.type(await screen.findByLabelText(/^Title/), 'Night')
  await click('Create & add')
  await waitFor(() => expect(signInAgain).toHaveBeenCalled())
  expect(takePendingAction(() => true)).toEqual({ reason: 'playlist', subject: 'ferry' })
  cleanup()
  renderDialog({})
  expect(await screen.findByDisplayValue('Night')).toBeTruthy()
})

test('add to playlist: all tracks of an album are added, but for those that the playlist has', async () => {
  const tracks = ['ferry', 'harbor', 'quay'].map((id) => testTrack(id))
  const { requests, toasts } = renderWithProviders(
    <AddTracksDialog tracks={tracks} text="Thaw" userId="me" onClose={() => {}} />,
    {
      handlers: {
        'GET /api/users/me/playlists': json([rain]),
        'POST /api/playlists/rain/tracks': (_, body) =>
          JSON.stringify(body).includes('ferry')
            ? new Response('{}', { status: 409 })
            : Response.json({}),
      },
    },
  )
  await screen.findByText('Rain')
  // That of one track says nothing about the album.
  expect(countOf('Rain')).toBe('1 track')
  await click('Rain')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Added to playlist',
      text: '2 tracks added. The others were in it already.',
    }),
  )
  expect(requests.flatMap(({ call, body }) => (call.startsWith('POST') ? [body] : []))).toEqual(
    tracks.map(({ id }) => ({ trackId: id })),
  )
})
