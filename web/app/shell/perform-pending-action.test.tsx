import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { welcomeCookie } from '#contract/limits.ts'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import {
  type PendingAction,
  savePendingAction,
  takePendingAction,
} from '#web/lib/pending-action.ts'
import { saveNotice, takeNotice } from '#web/lib/pending-notice.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { PerformPendingAction } from './perform-pending-action.tsx'

beforeEach(() => sessionStorage.clear())

const setWelcomeCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${welcomeCookie}=1; Path=/`
}

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
const like: PendingAction = { reason: 'like', subject: 'hinge' }
const follow: PendingAction = { reason: 'follow', subject: 'maren' }
const save: PendingAction = { reason: 'save', subject: 'rain' }
const repost: PendingAction = { reason: 'repost', subject: 'hinge', kind: 'track' }
const rain = { id: 'rain', slug: 'rain', userId: 'maren', type: 'album', playlistTracks: [] }

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
  [
    'saves an album',
    save,
    { playlist: { ...rain, isSaved: false } },
    'Album saved',
    ['PUT /api/library/playlists/rain'],
  ],
  ['leaves a saved album alone', save, { playlist: { ...rain, isSaved: true } }, 'Album saved', []],
  [
    'does not save what is their own',
    save,
    { playlist: { ...rain, userId: 'viewer', isSaved: false } },
    'This is your own album',
    [],
  ],
  [
    'reposts',
    repost,
    { repost: { reposted: false, repostCount: 0 } },
    'Reposted',
    ['PUT /api/tracks/hinge/repost'],
  ],
])('after signing in: it %s, once', async (_, action, there, title, writes) => {
  savePendingAction(action)
  const { toasts, requests } = renderWithProviders(<PerformPendingAction />, {
    handlers: {
      'GET /api/auth/user': json(viewer),
      ...('track' in there && { 'GET /api/tracks/slug/hinge': json(there.track) }),
      ...('profile' in there && { 'GET /api/users/maren': json(there.profile) }),
      ...('playlist' in there && { 'GET /api/playlists/slug/rain': json(there.playlist) }),
      ...('repost' in there && { 'GET /api/tracks/hinge/repost': json(there.repost) }),
      'PUT /api/library/playlists/rain': json({}),
      'PUT /api/tracks/hinge/repost': json({ reposted: true, repostCount: 1 }),
      'POST /api/tracks/hinge/like': json({ liked: true, likeCount: 1 }),
      'POST /api/users/maren/follow': json({ isFollowing: true, followerCount: 1 }),
    },
  })
  await waitFor(() => expect(toasts.get()?.title).toBe(title))
  expect(requests.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual(writes)
  expect(takePendingAction(() => true)).toBeNull()
})

test('after signing in: the dialog that adds the track to a playlist opens', async () => {
  savePendingAction({ reason: 'playlist', subject: 'hinge' })
  renderWithProviders(<PerformPendingAction />, {
    handlers: { 'GET /api/auth/user': json(viewer), 'GET /api/tracks/slug/hinge': json(hinge) },
  })
  expect((await screen.findByRole('dialog', { name: 'Add to playlist' })).textContent).toContain(
    'Hinge',
  )
})

test('after signing in again: the dialog to report what was chosen opens', async () => {
  savePendingAction({ reason: 'report', subject: 'hinge', kind: 'track', name: 'Hinge' })
  renderWithProviders(<PerformPendingAction />, {
    handlers: { 'GET /api/auth/user': json(viewer) },
  })
  expect((await screen.findByRole('dialog', { name: 'Report' })).textContent).toContain('Hinge')
})

test('after signing in: a refusal is told in the words of the server', async () => {
  savePendingAction(repost)
  const { toasts } = renderWithProviders(<PerformPendingAction />, {
    handlers: {
      'GET /api/auth/user': json(viewer),
      'GET /api/tracks/hinge/repost': json({ reposted: false, repostCount: 0 }),
      'PUT /api/tracks/hinge/repost': status(403, { message: 'You cannot repost your own.' }),
    },
  })
  await waitFor(() => expect(toasts.get()?.text).toBe('You cannot repost your own.'))
})

test('before signing in: what a visitor wanted stays for an hour', () => {
  redirectToLogin({ reason: 'like', subject: 'hinge' }, { delayMs: 0, navigate: () => {} })
  expect(takePendingAction(() => true)).toEqual(like)
  savePendingAction(like)
  sessionStorage.setItem(
    'pending-action',
    JSON.stringify({ action: like, at: Date.now() - 3_600_000 }),
  )
  expect(takePendingAction(() => true)).toBeNull()
})

test('after signing up: the new user is told their username, once', async () => {
  setWelcomeCookie()
  const { toasts } = renderWithProviders(<PerformPendingAction />, {
    handlers: { 'GET /api/auth/user': json(viewer) },
  })
  await waitFor(() => expect(toasts.get()?.text).toBe('Your username is ines.'))
  expect(document.cookie).not.toContain(welcomeCookie)
})

test('after signing up: the username is told with what the visitor wanted', async () => {
  savePendingAction(like)
  setWelcomeCookie()
  const { toasts } = renderWithProviders(<PerformPendingAction />, {
    handlers: {
      'GET /api/auth/user': json(viewer),
      'GET /api/tracks/slug/hinge': json(liked),
    },
  })
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'You like “Hinge”',
      text: 'Your username is ines.',
    }),
  )
})

test('after an account was deleted: the next page says so, once', async () => {
  saveNotice({ title: 'Your account was deleted', text: 'All is gone.' })
  const handlers = { 'GET /api/auth/user': status(401) }
  const { toasts } = renderWithProviders(<PerformPendingAction />, { handlers })
  await waitFor(() => expect(toasts.get()?.title).toBe('Your account was deleted'))
  expect(takeNotice()).toBeNull()
})
