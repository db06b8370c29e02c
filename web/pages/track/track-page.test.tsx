import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testQueue, testTrack } from '#web/features/player/test-track.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { TrackPage } from './track-page.tsx'

const user = { id: 'me', username: 'me', displayName: 'Ines', isAdmin: false }

/** Renders the page of a track for a signed-in user. */
function renderTrack(overrides: Partial<Track> = {}, handlers: Handlers = {}) {
  const all: Handlers = {
    'GET /api/auth/user': json(user),
    'GET /api/tracks/slug/bare': json({
      ...testTrack('bare', { slug: 'bare', ...overrides }),
      description: null,
    }),
    'GET /api/tracks': json([]),
    ...handlers,
  }
  const page = <Route path="/track/:slug" component={TrackPage} />
  return {
    handlers: all,
    ...renderWithProviders(page, { path: '/track/bare', handlers: all }),
  }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('track page: a missing genre is shown as Music, and other missing fields are hidden', async () => {
  renderTrack({ title: 'Bare' })
  await title('Bare')
  await screen.findByRole('heading', { name: 'Track Stats' })
  expect(screen.getAllByText('Music', { exact: true })).toHaveLength(2)
  for (const name of ['Listen On', 'About this track', 'More from this artist'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})

test('track page: where reposts are off, nothing of them is shown or requested', async () => {
  const { requests } = renderTrack({ title: 'Bare' })
  await title('Bare')
  await screen.findByRole('heading', { name: 'Track Stats' })
  expect(screen.queryByText(/repost/i)).toBeNull()
  expect(screen.queryByRole('button', { name: /repost/i })).toBeNull()
  expect(requests.filter(({ call }) => call.includes('repost'))).toEqual([])
})

test('track page: only the streaming service that is set is shown', async () => {
  renderTrack({ spotifyUrl: 'https://open.spotify.com/track/2' })
  const services = within(
    (await screen.findByRole('heading', { name: 'Listen On' })).closest('section') as HTMLElement,
  )
  expect(services.getByRole('link', { name: /^Spotify/ })).toBeTruthy()
  expect(services.queryByText('Apple Music')).toBeNull()
})

test('track page: a server error is shown and can be retried', async () => {
  const { handlers } = renderTrack(
    {},
    { 'GET /api/tracks/slug/bare': () => new Response('', { status: 500 }) },
  )
  await title('Failed to fetch track')
  handlers['GET /api/tracks/slug/bare'] = json(testTrack('bare', { title: 'After all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await title('After all')
})

test('track page: a failed like is reported', async () => {
  const { handlers, toasts } = renderTrack(
    {},
    { 'POST /api/tracks/bare/like': status(500, { message: 'Oh' }) },
  )
  await waitFor(() => expect(screen.getByRole('button', { name: /^Add to/ })).toBeTruthy())
  const like = screen.getByRole('button', { name: 'Like' })
  fireEvent.click(like)
  await waitFor(() => expect(toasts.get()?.text).toBe('Failed to like track. Please try again.'))
  expect(like.getAttribute('aria-pressed')).toBe('false')
  handlers['POST /api/tracks/bare/like'] = status(401, { message: 'No' })
  fireEvent.click(like)
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to like tracks.',
    }),
  )
})

test('track page: an empty comment is rejected, and a written one shows that comments are coming soon', async () => {
  const { requests, toasts } = renderTrack()
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
  const post = screen.getByRole<HTMLButtonElement>('button', { name: 'Post comment' })
  await waitFor(() => expect(post.disabled).toBe(true))
  expect(box.disabled).toBe(true)
  // Test the behavior after the comment box is enabled.
  box.disabled = false
  fireEvent.change(box, { target: { value: '   ' } })
  expect(post.disabled).toBe(true)
  fireEvent.change(box, { target: { value: 'Lovely' } })
  fireEvent.click(post)
  expect(toasts.get()?.title).toBe('Coming soon')
  expect(requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
})

test('track page: More from this artist shows at most four other tracks, most played first', async () => {
  const others = ['thrice', 'bare', 'twice', 'once', 'never', 'not-once'].map((id) => testTrack(id))
  const { requests } = renderTrack({}, { 'GET /api/tracks': json(others.slice(0, 5)) })
  const section = (await screen.findByRole('heading', { name: 'More from this artist' })).closest(
    'section',
  ) as HTMLElement
  const titles = within(section)
    .getAllByRole('listitem')
    .map((card) => card.querySelector('a[title]')?.textContent)
  expect(titles).toEqual(['Track thrice', 'Track twice', 'Track once', 'Track never'])
  expect(requests.map(({ call }) => call)).toContain(
    'GET /api/tracks?userId=artist&sort=plays&limit=5',
  )
})

test('track page: without the track among the most played ones, four of them are shown', async () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((id) => testTrack(id))
  renderTrack({}, { 'GET /api/tracks': json(others) })
  const section = (await screen.findByRole('heading', { name: 'More from this artist' })).closest(
    'section',
  ) as HTMLElement
  expect(within(section).getAllByRole('listitem')).toHaveLength(4)
})

test('track page: the owner who had to sign in again finds the draft of the edit', async () => {
  const own = testTrack('bare', { slug: 'bare', userId: user.id })
  saveDraft(draftKeys.track, { subject: own, typed: { description: 'Typed before' } })
  renderTrack({ userId: user.id })
  const dialog = await screen.findByRole('dialog', { name: 'Edit Track' })
  const field = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Description/)
  expect(field.value).toBe('Typed before')
})

test('track page: a link to a moment also plays from there if the track is paused elsewhere', async () => {
  const { user, player } = renderTrack()
  await title('Track bare')
  act(() => player.load(testQueue([testTrack('bare')], 0), { position: 30, paused: true }))
  const seek = vi.spyOn(player, 'seek')
  history.replaceState(null, '', '/track/bare?t=62')
  await user.click(screen.getByRole('button', { name: 'Play Track bare' }))
  expect(seek).toHaveBeenCalledExactlyOnceWith(62)
  expect(location.search).toBe('')
})

test('track page: a time in the description plays the track from there', async () => {
  const { user, player } = renderTrack(
    {},
    {
      'GET /api/tracks/slug/bare': json({
        ...testTrack('bare', { slug: 'bare', duration: 100 }),
        description: 'Bells at 1:05, and after the end at 2:00.',
        credits: [],
      }),
    },
  )
  await title('Track bare')
  const seek = vi.spyOn(player, 'seek')
  const link = await screen.findByRole('link', { name: 'Play from 1:05' })
  expect(link.getAttribute('href')).toBe('?t=65')
  await user.click(link)
  expect(player.state().currentTrack?.id).toBe('bare')
  expect(seek).toHaveBeenCalledExactlyOnceWith(65)
  expect(screen.queryByRole('link', { name: 'Play from 2:00' })).toBeNull()
})
