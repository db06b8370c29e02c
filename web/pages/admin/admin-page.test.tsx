import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Analytics } from '#contract/admin.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testManagedUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { AdminPage } from './admin-page.tsx'

const admin = { id: 'admin', username: 'admin', displayName: 'Admin', isAdmin: true }
const maren = testManagedUser({
  id: 'maren',
  displayName: 'Maren Voss',
  email: 'maren@music.example',
})
const ferry = testTrack('ferry', { title: 'Ferry', description: 'By the' })
/** The list has only the start of its description. */
const whole = { ...ferry, description: 'By the river.', credits: [] }

function renderAdmin(handlers: Handlers = {}) {
  const all: Handlers = {
    'GET /api/auth/user': json(admin),
    'GET /api/tracks': json([ferry]),
    'GET /api/tracks/slug/track-ferry': json(whole),
    'GET /api/users': json([maren]),
    'GET /api/users/maren': json({ ...maren, bio: 'Saved since the list was loaded' }),
    ...handlers,
  }
  return {
    handlers: all,
    ...renderWithProviders(<AdminPage />, { path: '/letmein', handlers: all }),
  }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const openTab = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }))
const click = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
/** The tracks of a site with `count`, in pages, named 'Track 0' or with the query instead of 'Track'. */
const pagesOf = (count: number) => (url: URL) => {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const end = Math.min(count, from + Number(url.searchParams.get('limit')))
  const next = new URL(url)
  next.searchParams.set('cursor', String(end))
  const link = `<${next.pathname}${next.search}>; rel="next"`
  const word = url.searchParams.get('q') ?? 'Track'
  const tracks = Array.from({ length: end - from }, (_, n) =>
    testTrack(`${word}-${from + n}`, { title: `${word} ${from + n}` }),
  )
  return Response.json(tracks, end < count ? { headers: { link } } : {})
}

test('admin access: a failed session check is reported and can be retried', async () => {
  const { handlers } = renderAdmin({ 'GET /api/auth/user': status(503) })
  await screen.findByText("We couldn't check your sign-in. Please try again.")
  handlers['GET /api/auth/user'] = status(401)
  await click('Try again')
  await heading('Access Denied')
})

test('admin access: an administrator who loses the role sees Unauthorized', async () => {
  const { handlers } = renderAdmin()
  await heading('CMS')
  handlers['GET /api/auth/user'] = json({ ...admin, isAdmin: false })
  handlers['GET /api/users'] = status(403, { message: "You don't have permission to do that." })
  await openTab('Users')
  await heading('Unauthorized')
})

test('admin access: a user who is not an administrator sees Unauthorized and no tabs', async () => {
  renderAdmin({ 'GET /api/auth/user': json({ ...admin, isAdmin: false }) })
  await heading('Unauthorized')
  expect(screen.getByText("You don't have permission to access the CMS")).toBeTruthy()
  expect(screen.queryAllByRole('tab')).toEqual([])
})

test('admin access: an expired session shows Access Denied when a list is loaded', async () => {
  const { handlers } = renderAdmin()
  await heading('CMS')
  handlers['GET /api/auth/user'] = status(401)
  handlers['GET /api/users'] = status(401)
  await openTab('Users')
  await heading('Access Denied')
})

test('admin lists: a failed next page is reported and can be retried', async () => {
  const { handlers } = renderAdmin()
  const page = pagesOf(150)
  handlers['GET /api/tracks'] = (url) =>
    url.searchParams.has('cursor') ? new Response('', { status: 500 }) : page(url)
  const rowHeight = 50
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  box.mockReturnValue(new DOMRect(0, 0, 400, 100 * rowHeight))
  await screen.findByText('Track 0')
  expect(screen.queryByText('More rows could not be loaded.')).toBeNull()
  const scrollToEnd = (rows: number) => {
    box.mockReturnValue(new DOMRect(0, -(rows - 10) * rowHeight, 400, rows * rowHeight))
    fireEvent.scroll(window)
  }
  scrollToEnd(100)
  await screen.findByText('More rows could not be loaded.')
  handlers['GET /api/tracks'] = page
  // By text: roles are slow in a long list.
  fireEvent.click(screen.getByText('Try again'))
  await waitFor(() => {
    scrollToEnd(150)
    expect(screen.getByText('Track 149')).toBeTruthy()
  })
  expect(screen.queryByText('More rows could not be loaded.')).toBeNull()
})

test('admin lists: the results match the latest query even if responses arrive late', async () => {
  const held = Promise.withResolvers<void>()
  const page = pagesOf(3)
  const { requests, user } = renderAdmin({
    'GET /api/tracks': async (url) => {
      if (url.searchParams.get('q') === 'slow') await held.promise
      return page(url)
    },
  })
  const queries = () =>
    requests.map(({ call }) => /[?&]q=(\w+)/.exec(call)?.[1]).filter((query) => query)
  await screen.findByText('Track 0')
  const box = screen.getByRole('searchbox', { name: 'Search tracks or users...' })
  await user.type(box, 'slow')
  await waitFor(() => expect(queries()).toEqual(['slow']))
  expect(screen.getByRole('region', { name: 'Tracks' }).getAttribute('aria-busy')).toBe('true')
  fireEvent.change(box, { target: { value: 'quick' } })
  await screen.findByText('quick 0')
  held.resolve()
  await waitFor(() => expect(queries()).toEqual(['slow', 'quick']))
  expect(screen.queryByText('slow 0')).toBeNull()
  expect(screen.getByText('quick 0')).toBeTruthy()
})

test('admin lists: an empty list and a failed load show different messages', async () => {
  const { handlers } = renderAdmin({ 'GET /api/tracks': json([]), 'GET /api/users': status(500) })
  await screen.findByText('No tracks yet')
  await openTab('Users')
  await screen.findByText('The users could not be loaded.')
  handlers['GET /api/users'] = json([maren])
  await click('Try again')
  await screen.findByText('maren@music.example')
})

test('admin content: a placeholder icon replaces artwork that fails to load', async () => {
  renderAdmin()
  await screen.findByText('Ferry')
  const row = screen.getByRole('listitem')
  fireEvent.error(row.querySelector('img') ?? row)
  expect(row.querySelector('img')).toBeNull()
  expect(row.querySelector('svg.lucide-eighth-notes')).toBeTruthy()
})

test('admin content: a failed update or deletion shows the reason', async () => {
  const message = 'The cat sat on it.'
  const { handlers, toasts } = renderAdmin({ 'PUT /api/tracks/ferry': status(500, { message }) })
  await click('Edit Ferry')
  await click('Save Changes')
  await waitFor(() => expect(toasts.get()).toMatchObject({ title: 'Update failed', text: message }))
  handlers['PUT /api/tracks/ferry'] = () => new Response('', { status: 500 })
  await click('Save Changes')
  const again = 'Failed to update track. Please try again.'
  await waitFor(() => expect(toasts.get()).toMatchObject({ title: 'Update failed', text: again }))
  await click('Cancel')
  handlers['DELETE /api/tracks/ferry'] = () => new Response('', { status: 500 })
  await click('Delete Ferry')
  await click('Delete Track')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Delete failed',
      text: 'Failed to delete track. Please try again.',
    }),
  )
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Track' })),
  )
  await click('Cancel')
  expect(screen.getByText('Ferry')).toBeTruthy()
})

test('admin users: missing names and dates have placeholders', async () => {
  const nameless = { ...maren, displayName: null, email: null }
  renderAdmin({
    'GET /api/users': json([
      { ...nameless, id: 'a', createdAt: null },
      { ...nameless, id: 'b', firstName: 'Béla', lastName: 'Varga' },
    ]),
  })
  await openTab('Users')
  const list = within(await screen.findByRole('region', { name: 'Users' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first?.textContent).toContain('Unnamed User')
  expect(first?.textContent).toContain('Joined: Unknown')
  expect(second?.textContent).toContain('Béla Varga')
})

test('admin dialogs: what they send back was loaded when they opened, nothing is from the list', async () => {
  const { requests } = renderAdmin({
    'PUT /api/tracks/ferry': json(whole),
    'PUT /api/users/maren/admin': json(maren),
  })
  const sent = (path: string) => requests.find(({ call }) => call === `PUT /api/${path}`)?.body
  await click('Edit Ferry')
  await click('Save Changes')
  await waitFor(() => expect(sent('tracks/ferry')).toMatchObject({ description: 'By the river.' }))
  await openTab('Users')
  await click(/^Edit Maren/)
  await click('Save Changes')
  await waitFor(() =>
    expect(sent('users/maren/admin')).toMatchObject({ bio: 'Saved since the list was loaded' }),
  )
})

test('admin users: a failed update or deletion shows the reason', async () => {
  const { handlers, toasts } = renderAdmin({
    'PUT /api/users/maren/admin': status(409, { message: 'The cat sat on it.' }),
  })
  handlers['DELETE /api/users/maren/admin'] = () => Promise.reject(new TypeError('aborted'))
  await openTab('Users')
  await click(/^Edit Maren/)
  await click('Save Changes')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({ title: 'Update failed', text: 'The cat sat on it.' }),
  )
  await click('Cancel')
  await click(/^Delete Maren/)
  await click('Delete User')
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'Delete failed',
      text: 'Failed to delete user. Please try again.',
    }),
  )
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete User' })),
  )
})

test('admin analytics: the tab shows the numbers that the API returns', async () => {
  const days = Array.from({ length: 30 }, (_, n) => ({
    day: `2026-01-${String(n + 1).padStart(2, '0')}`,
    plays: n * 100,
  }))
  const analytics: Analytics = {
    totalTracks: 1201,
    totalPlays: 34_002,
    totalLikes: 5603,
    publicTracks: 1104,
    totalUsers: 2305,
    averageEngagement: 33,
    latestTrack: { id: 'n', slug: 'n', title: 'Nocturne', artist: 'Maren', createdAt: '' },
    mostPlayed: [],
    mostLiked: [],
    topEngagement: [],
    playsPerDay: days,
  }
  renderAdmin({ 'GET /api/admin/analytics': json(analytics) })
  await openTab('Analytics')
  for (const [name, value] of [
    ['Total Tracks', '1,201'],
    ['Total Plays', '34,002'],
    ['Total Likes', '5,603'],
    ['Public Tracks', '1,104'],
    ['Total Users', '2,305'],
    ['Average Engagement', '33'],
    ['Latest Track', 'Nocturne'],
  ] as const) {
    const stat = (await screen.findByText(name)).closest('div')
    expect(stat?.querySelector('dd')?.textContent).toContain(value)
  }
  const table = screen.getByRole('table', { name: 'Plays per day' })
  const rows = [...table.querySelectorAll('tr')]
  expect(rows).toHaveLength(31)
  expect(rows.at(-1)?.querySelector('td')?.textContent).toBe('2,900')
})

test('admin content: what is scheduled says when, and not that it is private', async () => {
  const publishAt = '2031-11-25T12:00:00.000Z'
  renderAdmin({
    'GET /api/tracks': json([testTrack('tide', { privacy: 'private', publishAt })]),
  })
  expect(await screen.findByText('scheduled', { ignore: '.tablet\\:hidden' })).toBeTruthy()
  expect(screen.getByText(/for 2[456] November 2031, \d\d:\d\d/)).toBeTruthy()
  expect(screen.queryByText('private')).toBeNull()
})

test('admin content: tracks are sorted and filtered by the server, and several are deleted at once', async () => {
  const tide = testTrack('tide', { title: 'Tide' })
  const { requests, user } = renderAdmin({
    'GET /api/tracks': json([ferry, tide]),
    'DELETE /api/tracks/ferry': () => new Response(null, { status: 204 }),
    'DELETE /api/tracks/tide': status(404),
  })
  const calls = () => requests.map(({ call }) => call)
  await user.selectOptions(await screen.findByLabelText('Sort'), 'Most played')
  await user.selectOptions(screen.getByLabelText('Show'), 'Removed')
  await waitFor(() =>
    expect(calls()).toContain('GET /api/tracks?limit=100&sort=plays&show=removed'),
  )
  await user.click(await screen.findByLabelText('Select Ferry'))
  await user.click(screen.getByLabelText('Select Tide'))
  const selected = within(screen.getByRole('region', { name: 'Selected tracks' }))
  expect(selected.getByText('2 tracks selected')).toBeTruthy()
  await user.click(selected.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 2 tracks' }))
  await waitFor(() => expect(screen.queryByText('2 tracks selected')).toBeNull())
  expect(calls()).toContain('DELETE /api/tracks/ferry')
  expect(calls()).toContain('DELETE /api/tracks/tide')
  expect(await screen.findByText('No tracks yet')).toBeTruthy()
})
