import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSession } from '#web/api/auth.ts'
import { trackQuery } from '#web/api/tracks.ts'
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

const track = testTrack('hinge', { title: 'Hinge', likeCount: 4 })
const likedByMe = { ...track, likes: [{ userId: 'me' }], likeCount: 5 }
const me = json({ ...testUser({ id: 'me' }), isAdmin: false })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const [read, write] = ['GET /api/tracks/slug/hinge', 'POST /api/tracks/hinge/like']
const failure = { title: 'Error', text: 'Failed to like track. Please try again.' }

function Page() {
  useSavedLikes()
  const { user } = useSession()
  const { data } = useQuery(trackQuery('hinge'))
  return user && data ? <LikeButton track={data} /> : null
}

const button = () => screen.findByRole('button', { name: /Like Hinge/ })
const isPressed = async () => (await button()).getAttribute('aria-pressed') === 'true'

/** A listener who sees the track. */
async function renderTrack() {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const handlers: Parameters<typeof renderWithProviders>[1]['handlers'] = {
    'GET /api/auth/user': me,
    [read]: json(track),
    [write]: lost,
    'GET /api/tracks/slug/other': status(503),
  }
  const rendered = renderWithProviders(<Page />, { handlers })
  const { requests, user } = rendered
  const calls = () => requests.map(({ call }) => call).filter((call) => call.includes('hinge'))
  const like = async () => user.click(await button())
  await button()
  requests.length = 0
  return { ...rendered, online, handlers, calls, like }
}

/** A listener without a connection, who likes the track. */
async function likeOffline() {
  const rendered = await renderTrack()
  const { online, handlers, requests, toasts } = rendered
  online.mockReturnValue(false)
  handlers[read] = lost
  await rendered.like()
  await waitFor(() => expect(hasSavedLikes()).toBe(true))
  await waitFor(async () => expect(await isPressed()).toBe(true))
  expect(toasts.get()?.title).toBe('You are offline')
  requests.length = 0
  function goOnline() {
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
  }
  return { ...rendered, goOnline }
}

test('likes: a server that is down while the browser is online is a failure, and nothing is saved', async () => {
  const { like, toasts } = await renderTrack()
  await like()
  await waitFor(() => expect(toasts.get()).toMatchObject(failure))
  expect(hasSavedLikes()).toBe(false)
  expect(await isPressed()).toBe(false)
})

test('saved likes: a like that was given offline is sent when the connection is back', async () => {
  const { handlers, calls, goOnline } = await likeOffline()
  handlers[read] = json(track)
  handlers[write] = json({ liked: true, likeCount: 5 })
  goOnline()
  await waitFor(() => expect(hasSavedLikes()).toBe(false))
  expect(calls()).toEqual([read, write])
})

test('saved likes: nothing is sent where the server has the like already', async () => {
  const { handlers, calls, goOnline } = await likeOffline()
  handlers[read] = json(likedByMe)
  goOnline()
  await waitFor(() => expect(hasSavedLikes()).toBe(false))
  expect(calls()).toEqual([read])
})

test.each([400, 403, 404])(
  'saved likes: one that is refused with %i is undone, and told',
  async (code) => {
    const { handlers, calls, goOnline, toasts } = await likeOffline()
    handlers[read] = status(code)
    goOnline()
    await waitFor(() => expect(toasts.get()).toMatchObject(failure))
    expect(hasSavedLikes()).toBe(false)
    expect(calls()).toEqual([read])
    await waitFor(async () => expect(await isPressed()).toBe(false))
    expect((await button()).textContent).toContain('4')
  },
)

test('saved likes: a like stays saved while the server fails', async () => {
  const { handlers, calls, goOnline } = await likeOffline()
  handlers[read] = status(503)
  goOnline()
  await waitFor(() => expect(calls()).toHaveLength(1))
  await waitFor(() => expect(hasSavedLikes()).toBe(true))
})

test('saved likes: with an expired session none is compared or deleted', async () => {
  const { handlers, requests, calls, goOnline, toasts } = await likeOffline()
  handlers['GET /api/auth/user'] = status(401)
  // As a visitor sees it.
  handlers[read] = status(404)
  goOnline()
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(hasSavedLikes()).toBe(true))
  expect(toasts.get()?.title).toBe('You are offline')
  handlers['GET /api/auth/user'] = me
  handlers[read] = json(track)
  handlers[write] = json({ liked: true, likeCount: 5 })
  goOnline()
  await waitFor(() => expect(hasSavedLikes()).toBe(false))
  expect(calls()).toEqual([read, write])
})

test('saved likes: another like of the track is sent in place of the saved one', async () => {
  const { online, handlers, like, calls } = await likeOffline()
  online.mockReturnValue(true)
  handlers[read] = json(likedByMe)
  handlers[write] = json({ liked: false, likeCount: 4 })
  await like()
  await waitFor(async () => expect(await isPressed()).toBe(false))
  expect(calls()).toEqual([read, write])
  expect(hasSavedLikes()).toBe(false)
})

test.each([
  [401, { title: 'Sign in required', text: 'You need to sign in to like tracks.' }],
  [429, failure],
  [503, failure],
])('saved likes: while one is saved, a like that fails with %i says so', async (code, notice) => {
  localStorage.setItem('likes-to-send', JSON.stringify({ owner: 'me', likes: { other: true } }))
  const { handlers, like, calls, toasts } = await renderTrack()
  handlers[write] = status(code)
  await like()
  await waitFor(() => expect(toasts.get()).toMatchObject(notice))
  expect(calls()).toEqual([write])
})
