import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '#web/api/auth.ts'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { LikeButton } from './like-button.tsx'
import { hasSavedLikes } from './saved-likes-key.ts'
import { useSavedLikes } from './use-saved-likes.ts'

const track = testTrack('hinge', { title: 'Hinge' })
const likedByMe = { ...track, likes: [{ userId: 'me' }] }
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

function Page() {
  useSavedLikes()
  const { user } = useSession()
  return user ? <LikeButton track={track} /> : null
}

/** A listener without a connection, who likes the track. */
async function likeOffline() {
  const handlers: Parameters<typeof renderWithProviders>[1]['handlers'] = {
    'GET /api/auth/user': json({ ...testUser({ id: 'me' }), isAdmin: false }),
    'POST /api/tracks/hinge/like': lost,
    'GET /api/tracks/slug/hinge': lost,
  }
  const rendered = renderWithProviders(<Page />, { handlers })
  const { user, requests, toasts } = rendered
  const calls = () => requests.map(({ call }) => call).filter((call) => call.includes('hinge'))
  await user.click(await screen.findByRole('button', { name: /Like Hinge/ }))
  await waitFor(() => expect(hasSavedLikes()).toBe(true))
  await waitFor(() => expect(calls()).toHaveLength(2))
  expect(toasts.get()?.title).toBe('You are offline')
  requests.length = 0
  return { ...rendered, handlers, calls }
}

test('saved likes: a like that was given offline is sent when the connection is back', async () => {
  const { handlers, calls } = await likeOffline()
  handlers['GET /api/tracks/slug/hinge'] = json(track)
  handlers['POST /api/tracks/hinge/like'] = json({ liked: true, likeCount: 1 })
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(hasSavedLikes()).toBe(false))
  expect(calls()).toEqual(['GET /api/tracks/slug/hinge', 'POST /api/tracks/hinge/like'])
})

test.each([
  ['has the like already', json(likedByMe)],
  ['no longer has the track', status(404)],
])('saved likes: nothing is sent where the server %s', async (_, response) => {
  const { handlers, calls } = await likeOffline()
  handlers['GET /api/tracks/slug/hinge'] = response
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(hasSavedLikes()).toBe(false))
  expect(calls()).toEqual(['GET /api/tracks/slug/hinge'])
})

test('saved likes: a like stays saved while the server fails', async () => {
  const { handlers, calls } = await likeOffline()
  handlers['GET /api/tracks/slug/hinge'] = status(503)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(calls()).toHaveLength(1))
  await waitFor(() => expect(hasSavedLikes()).toBe(true))
})
