import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { UploadedNotice } from './uploaded-notice.tsx'

const uploaded = { text: '2 tracks uploaded.', link: 'View on your profile', href: '/profile/me' }

function renderNotice(batch: { trackIds: string[]; releaseId?: string }) {
  return renderWithProviders(<UploadedNotice uploaded={{ ...uploaded, batch }} />, {
    handlers: {
      'GET /api/auth/user': json({ ...testUser({ id: 'me' }), isAdmin: false }),
      'PUT /api/playlists/thaw': status(200),
      'PUT /api/tracks/one': status(200),
      'PUT /api/tracks/two': status(200),
    },
  })
}

test('uploaded notice: it makes the tracks of the batch and their release private at once', async () => {
  const { user, requests, toasts } = renderNotice({ trackIds: ['one', 'two'], releaseId: 'thaw' })
  expect(await screen.findByRole('button', { name: 'Make all unlisted' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make all private' }))
  await waitFor(() => expect(toasts.get()?.title).toBe('2 tracks made private'))
  const writes = requests.filter(({ call }) => call.startsWith('PUT'))
  expect(writes.map(({ call, body }) => [call, body])).toEqual(
    ['playlists/thaw', 'tracks/one', 'tracks/two'].map((path) => [
      `PUT /api/${path}`,
      { privacy: 'private' },
    ]),
  )
})

test('uploaded notice: of a batch that is scheduled, and so private, nothing is to be hidden', async () => {
  const { queryClient } = renderNotice({ trackIds: [] })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByRole('link', { name: 'View on your profile' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
