import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { Profile } from '#contract/users.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { ProfilePage } from './profile-page.tsx'

const maren: Profile = {
  ...testUser({ id: 'maren', displayName: 'Maren Voss' }),
  bio: null,
  location: null,
  website: null,
  fediverse: null,
  hideCounts: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  followerCount: 1,
  followingCount: 0,
  trackCount: 0,
  tracksDuration: 0,
  isFollowing: true,
  isBlocked: false,
}
const listener = { ...maren, id: 'listener', displayName: 'Listener', isAdmin: false }
const owner = { ...maren, isAdmin: false }

/** Renders the profile of Maren for the user of the session; without one for a visitor. */
function renderProfile(session: object | null, handlers: Handlers = {}, path = '/profile/maren') {
  const all: Handlers = {
    'GET /api/auth/user': session ? json(session) : status(401),
    'GET /api/users/maren': json(maren),
    'GET /api/users/maren/tracks': json([]),
    'GET /api/users/maren/playlists': json([]),
    'GET /api/users/maren/releases': json([]),
    'GET /api/users/maren/pins': json([]),
    ...handlers,
  }
  const page = <Route path="/profile/:id?" component={ProfilePage} />
  return { handlers: all, ...renderWithProviders(page, { path, handlers: all }) }
}

const click = async (name: string) => fireEvent.click(await screen.findByText(name))
const type = (form: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(form).getByLabelText(label), { target: { value } })
const followers = () => screen.getByText('Followers').closest('div')?.querySelector('dd')

test('profile page: /profile without a session is not found', async () => {
  renderProfile(null, {}, '/profile')
  await screen.findByText('User not found')
})

test('profile page: an account in the Fediverse is shown and linked', async () => {
  const handle = '@maren@mastodon.example'
  renderProfile(null, { 'GET /api/users/maren': json({ ...maren, fediverse: handle }) })
  const link = await screen.findByRole('link', { name: `${handle} (opens in a new tab)` })
  expect(link.getAttribute('href')).toBe('https://mastodon.example/@maren')
})

test('profile page: that of an unknown user says so, and leads home', async () => {
  renderProfile(null, { 'GET /api/users/maren': status(404) })
  await screen.findByRole('heading', { level: 1, name: 'User not found' })
  expect(document.title).toBe('User not found · Soundpost')
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
})

test('profile page: a failed load of the profile or its tracks can be retried, and empty tabs say so', async () => {
  const { handlers } = renderProfile(null, {
    'GET /api/users/maren': status(500),
    'GET /api/users/maren/tracks': () => Promise.reject(new TypeError('aborted')),
  })
  await screen.findByText('Profile could not be loaded')
  handlers['GET /api/users/maren'] = json(maren)
  await click('Try again')
  await screen.findByText('Tracks could not be loaded.')
  handlers['GET /api/users/maren/tracks'] = json([])
  await click('Try again')
  await screen.findByText('No tracks yet')
  await click('Playlists')
  await screen.findByText('No playlists yet')
})

test('profile page: three skeleton rows precede the tracks, which load in pages of 20', async () => {
  const held = Promise.withResolvers<void>()
  const { requests } = renderProfile(null, {
    'GET /api/users/maren/tracks': async (url) => {
      await held.promise
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const end = Math.min(45, from + Number(url.searchParams.get('limit')))
      const items = Array.from({ length: end - from }, (_, n) => testTrack(`t${from + n}`))
      const link = `<${url.pathname}?limit=20&cursor=${end}>; rel="next"`
      return Response.json(items, end < 45 ? { headers: { link } } : {})
    },
  })
  const loading = await screen.findByLabelText('Loading tracks')
  expect(loading.children).toHaveLength(3)
  held.resolve()
  const titles = () => screen.getAllByText(/^Track t\d+$/).map(({ textContent }) => textContent)
  await waitFor(() => expect(titles()).toHaveLength(20))
  const lists = requests.filter(({ call }) => call.includes('/tracks?'))
  expect(lists.map(({ call }) => call)).toEqual([
    'GET /api/users/maren/tracks?limit=20&sort=recent',
  ])
  await click('Show more')
  await waitFor(() => expect(titles()).toHaveLength(40))
  await click('Show more')
  await waitFor(() => expect(new Set(titles()).size).toBe(45))
  expect(screen.queryByText('Show more')).toBeNull()
})

test.each([
  ['a visitor', null],
  ['the owner', owner],
])(
  'profile page: where reposts are off, their tab promises %s none and requests none',
  async (_who, session) => {
    const { requests } = renderProfile(session, {}, '/profile/maren?tab=reposts')
    await screen.findByText('No reposts')
    expect(screen.getByRole('tabpanel').textContent?.trim()).toBe('No reposts')
    expect(requests.filter(({ call }) => call.includes('repost'))).toEqual([])
  },
)

test('profile page: where reposts are on, the empty tab says whose they would be', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="features" content="reposts">')
  onTestFinished(() => document.querySelector('meta[name="features"]')?.remove())
  renderProfile(null, { 'GET /api/users/maren/reposts': json([]) }, '/profile/maren?tab=reposts')
  await screen.findByText("Maren Voss hasn't reposted anything yet.")
})

test('profile page: releases are above the tracks, and first among the playlists', async () => {
  renderProfile(null, {
    'GET /api/users/maren/tracks': json([testTrack('ferry')]),
    'GET /api/users/maren/releases': json([testPlaylist('thaw', { type: 'album' })]),
    'GET /api/users/maren/playlists': json([testPlaylist('rain')]),
  })
  const row = await screen.findByRole('region', { name: 'Releases' })
  const release = within(row).getByRole('link', { name: 'Playlist thaw' })
  expect(release.getAttribute('href')).toBe('/album/thaw')
  const track = screen.getByRole('link', { name: 'Track ferry' })
  expect(release.compareDocumentPosition(track)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await click('Playlists')
  const panel = await screen.findByRole('tabpanel')
  await within(panel).findByText('Playlist rain')
  const headings = within(panel).getAllByRole('heading')
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Releases',
    'Playlist thaw',
    'Playlists',
    'Playlist rain',
  ])
})

test('profile page: a follow that fails is reported and reverted, and an expired session is renewed', async () => {
  const { handlers, toasts, signInAgain } = renderProfile(listener)
  for (const fail of [status(500), () => Promise.reject(new TypeError('aborted'))]) {
    const held = Promise.withResolvers<void>()
    handlers['POST /api/users/maren/follow'] = async () => {
      await held.promise
      return fail()
    }
    const before = toasts.get()
    await click('Unfollow')
    // At once, before the response.
    await screen.findByText('Follow')
    expect(followers()?.textContent).toBe('0')
    held.resolve()
    await screen.findByText('Unfollow')
    expect(followers()?.textContent).toBe('1')
    expect(toasts.get()).not.toBe(before)
    expect(toasts.get()?.text).toBe('Failed to follow user. Please try again.')
  }
  handlers['POST /api/users/maren/follow'] = status(401)
  await click('Unfollow')
  await waitFor(() => expect(signInAgain).toHaveBeenCalled())
  expect(toasts.get()?.text).toBe('You are logged out. Logging in again...')
})

test('profile page: a visitor who follows or adds to a playlist is sent to the sign-in page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { toasts } = renderProfile(null, {
    'GET /api/users/maren': json({ ...maren, isFollowing: false }),
    'GET /api/users/maren/tracks': json([testTrack('hinge', { title: 'Hinge' })]),
  })
  await click('Follow')
  expect(toasts.get()?.title).toBe('Redirecting to login...')
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith(
      '/api/login?returnTo=%2Fprofile%2Fmaren&reason=follow&subject=maren',
    ),
  )
  const before = toasts.get()
  await click('Popular tracks')
  fireEvent.click(await screen.findByLabelText('Add Hinge to playlist'))
  expect(toasts.get()).not.toBe(before)
  expect(toasts.get()?.title).toBe('Redirecting to login...')
  await waitFor(() =>
    expect(assign).toHaveBeenLastCalledWith(
      '/api/login?returnTo=%2Fprofile%2Fmaren%3Ftab%3Dpopular&reason=playlist&subject=hinge',
    ),
  )
})

const editForm = () => screen.findByRole('dialog', { name: 'Edit Profile' })

test('profile edit dialog: every field is validated', async () => {
  const { requests } = renderProfile(owner)
  await click('Edit Profile')
  const form = await editForm()
  for (const [label, value, message] of [
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Username', 'x'.repeat(31), 'Username must be less than 30 characters'],
    ['Username', 'maren voss', 'Username cannot contain spaces'],
    [/^Display name/, 'x'.repeat(101), 'Display name must be less than 100 characters'],
    [/^First name/, 'x'.repeat(51), 'First name must be less than 50 characters'],
    [/^Last name/, 'x'.repeat(51), 'Last name must be less than 50 characters'],
    [/^Bio/, 'x'.repeat(501), 'Bio must be less than 500 characters'],
    [/^Location/, 'x'.repeat(101), 'Location must be less than 100 characters'],
    [/^Website/, 'maren', 'Please enter a valid URL'],
  ] as const) {
    type(form, label, value)
    fireEvent.click(within(form).getByText('Save Changes'))
    await within(form).findByText(message)
  }
  expect(requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
})

test('profile edit dialog: a taken username is reported at its field, and a failed save can be repeated', async () => {
  const { handlers, toasts } = renderProfile(owner, {
    'PUT /api/users/profile': status(409, { message: 'Username is already taken' }),
  })
  await click('Edit Profile')
  const form = await editForm()
  type(form, 'Username', 'taken')
  fireEvent.click(within(form).getByText('Save Changes'))
  await within(form).findByText('Username is already taken')
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Username')))
  expect(toasts.get()).toMatchObject({
    title: 'Error updating profile',
    text: 'Username is already taken',
  })
  handlers['PUT /api/users/profile'] = () => Promise.reject(new TypeError('aborted'))
  type(form, 'Username', 'free')
  fireEvent.click(within(form).getByText('Save Changes'))
  await waitFor(() =>
    expect(toasts.get()?.text).toBe('Failed to update profile. Please try again.'),
  )
  handlers['PUT /api/users/profile'] = json({ ...owner, username: 'free' })
  fireEvent.click(within(form).getByText('Save Changes'))
  await waitFor(() => expect(toasts.get()?.title).toBe('Profile updated'))
})

test('own profile: drafts of the profile and of a new playlist are restored once after an expired session', async () => {
  const first = renderProfile(owner, {
    'PUT /api/users/profile': status(401),
    'POST /api/playlists': status(401),
  })
  await click('Edit Profile')
  const form = await editForm()
  type(form, /^Bio/, 'Typed before')
  fireEvent.click(within(form).getByText('Save Changes'))
  await waitFor(() => expect(first.signInAgain).toHaveBeenCalledTimes(1))
  cleanup()
  const bio = async () => within(await editForm()).getByLabelText<HTMLTextAreaElement>(/^Bio/).value
  renderProfile(owner)
  expect(await bio()).toBe('Typed before')
  cleanup()
  renderProfile(owner)
  await click('Edit Profile')
  expect(await bio()).toBe('')
  cleanup()

  const playlists = '/profile/maren?tab=playlists'
  const expired = renderProfile(owner, { 'POST /api/playlists': status(401) }, playlists)
  await click('New playlist')
  const dialog = await screen.findByRole('dialog', { name: 'New playlist' })
  type(dialog, /^Title/, 'Rain')
  fireEvent.click(within(dialog).getByText('Create'))
  await waitFor(() => expect(expired.signInAgain).toHaveBeenCalledTimes(1))
  cleanup()
  renderProfile(owner, {}, playlists)
  const restored = await screen.findByRole('dialog', { name: 'New playlist' })
  expect(within(restored).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Rain')
})

test('own profile: an image that is too large or no image is not uploaded, and a rejected one is reported', async () => {
  const { toasts, requests } = renderProfile(owner, { 'POST /api/objects/upload': status(415) })
  const input = await screen.findByLabelText<HTMLInputElement>('Profile image')
  const select = (name: string, bytes: number) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } })
  select('me.png', 5_242_881)
  expect(toasts.get()?.text).toBe('File size must be less than 5MB')
  select('me.svg', 6)
  expect(toasts.get()?.text).toBe('Please select a valid image file')
  expect(requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  select('me.png', 8)
  await waitFor(() =>
    expect(toasts.get()?.text).toBe('Failed to update profile. Please try again.'),
  )
})

test('new playlist: an empty title and a failed creation are reported, and a second attempt succeeds', async () => {
  const path = '/profile/maren?tab=playlists'
  const failing = { 'POST /api/playlists': status(500) }
  const { handlers, toasts } = renderProfile(owner, failing, path)
  await click('New playlist')
  const dialog = await screen.findByRole('dialog', { name: 'New playlist' })
  fireEvent.click(within(dialog).getByText('Create'))
  await screen.findByText('Playlist title is required')
  type(dialog, /^Title/, 'Very Slow Sundays')
  fireEvent.click(within(dialog).getByText('Create'))
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Failed to create',
      text: 'Could not create playlist. Please try again.',
    }),
  )
  handlers['POST /api/playlists'] = json({ id: 'slow' })
  fireEvent.click(within(dialog).getByText('Create'))
  await waitFor(() => expect(toasts.get()?.title).toBe('Playlist created'))
})
