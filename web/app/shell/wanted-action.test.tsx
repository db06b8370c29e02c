import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { saveWanted, takeWanted, type Wanted } from '#web/lib/wanted.ts'
import { WantedAction } from './wanted-action.tsx'

beforeEach(() => sessionStorage.clear())

const viewer = { id: 'viewer', username: 'ines', displayName: 'Ines', isAdmin: false }
const hinge = testTrack('hinge', { title: 'Hinge' })
const maren = {
  id: 'maren',
  username: 'maren',
  displayName: 'Maren',
  firstName: null,
  lastName: null,
}
const liked = { ...hinge, likes: [{ userId: 'viewer' }] }
const like: Wanted = { reason: 'like', subject: 'hinge' }
const follow: Wanted = { reason: 'follow', subject: 'maren' }

test.each([
  ['likes a track', like, { track: hinge }, 'You like “Hinge”', ['POST /api/tracks/hinge/like']],
  ['leaves a like alone', like, { track: liked }, 'You like “Hinge”', []],
  ['says that a track is gone', like, {}, 'This track is no longer available', []],
  [
    'follows',
    follow,
    { profile: { ...maren, isFollowing: false } },
    'You follow Maren',
    ['POST /api/users/maren/follow'],
  ],
  [
    'leaves following alone',
    follow,
    { profile: { ...maren, isFollowing: true } },
    'You follow Maren',
    [],
  ],
])('after signing in: it %s, once', async (_, wanted, there, title, writes) => {
  saveWanted(wanted)
  const { toasts, requests } = renderWithProviders(<WantedAction />, {
    handlers: {
      'GET /api/auth/user': json(viewer),
      ...('track' in there && { 'GET /api/tracks/slug/hinge': json(there.track) }),
      ...('profile' in there && { 'GET /api/users/maren': json(there.profile) }),
      'POST /api/tracks/hinge/like': json({ liked: true, likeCount: 1 }),
      'POST /api/users/maren/follow': json({ isFollowing: true, followerCount: 1 }),
    },
  })
  await waitFor(() => expect(toasts.get()?.title).toBe(title))
  expect(requests.map(({ call }) => call).filter((call) => call.startsWith('POST'))).toEqual(writes)
  expect(takeWanted()).toBeNull()
})

test('after signing in: the dialog that adds the track to a playlist opens', async () => {
  saveWanted({ reason: 'playlist', subject: 'hinge' })
  renderWithProviders(<WantedAction />, {
    handlers: { 'GET /api/auth/user': json(viewer), 'GET /api/tracks/slug/hinge': json(hinge) },
  })
  expect((await screen.findByRole('dialog', { name: 'Add to playlist' })).textContent).toContain(
    'Hinge',
  )
})

test('after signing in again: the dialog to report what was chosen opens', async () => {
  saveWanted({ reason: 'report', subject: 'hinge', kind: 'track', name: 'Hinge' })
  renderWithProviders(<WantedAction />, { handlers: { 'GET /api/auth/user': json(viewer) } })
  expect((await screen.findByRole('dialog', { name: 'Report' })).textContent).toContain('Hinge')
})

test('before signing in: what a visitor wanted stays for an hour', () => {
  redirectToLogin({ reason: 'like', subject: 'hinge' }, { delayMs: 0, navigate: () => {} })
  expect(takeWanted()).toEqual(like)
  saveWanted(like)
  sessionStorage.setItem('wanted', JSON.stringify({ wanted: like, at: Date.now() - 3_600_000 }))
  expect(takeWanted()).toBeNull()
})
