import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import type { PlaylistDetail } from '#contract/playlists.ts'
import {
  type Handlers,
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testUser } from '#web/components/testing/test-users.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import type { UploadedState } from '#web/features/uploads/uploaded-notice.tsx'
import { PlaylistPage } from './playlist-page.tsx'
import { stopAsking } from './use-remove-track.ts'

const owner = testUser({ id: 'me', username: 'me', displayName: 'Ines Calder' })
const rain: PlaylistDetail = {
  ...testPlaylist('rain-id', { title: 'Rain', slug: 'rain', user: owner }),
  description: null,
  duration: 0,
  isSaved: false,
  removal: null,
  downloadCount: null,
  credits: [],
  playlistTracks: [],
}

/** A playlist of another user. */
const track = testTrack('northbound', { title: 'Northbound' })
const artist = testUser({ id: 'artist', displayName: 'Low Tide Choir' })
const others: PlaylistDetail = {
  ...rain,
  userId: artist.id,
  user: artist,
  trackCount: 1,
  playlistTracks: [
    {
      id: 'entry',
      playlistId: rain.id,
      trackId: track.id,
      position: 0,
      addedAt: rain.createdAt,
      track,
    },
  ],
}

const menuItems = async () => {
  const menu = await screen.findByRole('menu')
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

function renderPlaylist(path: string, handlers: Handlers) {
  const all = { 'GET /api/auth/user': json({ ...owner, isAdmin: false }), ...handlers }
  const page = <Route path="/:kind/:slug" component={PlaylistPage} />
  return renderWithProviders(page, { path, handlers: all })
}

test('playlist page: after a bulk upload its tracks can be made private there, when the toast is gone', async () => {
  function AfterUpload() {
    const batch = { trackIds: ['northbound'], releaseId: rain.id }
    const uploaded = { text: '1 track uploaded.', link: 'View on your profile', href: '/', batch }
    history.replaceState({ uploaded } satisfies UploadedState, '')
    return <PlaylistPage />
  }
  renderWithProviders(<Route path="/:kind/:slug" component={AfterUpload} />, {
    path: '/playlist/rain',
    handlers: {
      'GET /api/auth/user': json({ ...owner, isAdmin: false }),
      'GET /api/playlists/slug/rain': json(rain),
    },
  })
  const notice = await screen.findByRole('region', { name: 'Uploaded' })
  expect(await within(notice).findByRole('button', { name: 'Make all private' })).toBeTruthy()
})

test('playlist page: an empty playlist shows a message and has nothing to play', async () => {
  const { toasts, player } = renderPlaylist('/playlist/rain', {
    'GET /api/playlists/slug/rain': json(rain),
  })
  await screen.findByRole('heading', { name: 'This playlist is empty' })
  // Only the owner can edit.
  await screen.findByRole('button', { name: 'Edit' })
  expect(screen.getByText('Add some tracks to get started!')).toBeTruthy()
  expect(screen.getByText('0 tracks')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play all' }))
  await waitFor(() =>
    expect(toasts.get()).toMatchObject({
      title: 'No tracks to play',
      text: 'This playlist is empty or still loading.',
    }),
  )
  expect(player.state().currentTrack).toBeNull()
})

test('playlist page: the id is tried when the request by slug fails', async () => {
  const { requests } = renderPlaylist('/playlist/rain-id', {
    'GET /api/playlists/slug/rain-id': status(500),
    'GET /api/playlists/rain-id': json(rain),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain' })).toBeTruthy()
  expect(requests.map(({ call }) => call)).toContain('GET /api/playlists/rain-id')
})

test('playlist page: an unknown playlist is requested by slug and by id before it is not found', async () => {
  const { requests } = renderPlaylist('/playlist/gone', {})
  expect(await screen.findByRole('heading', { level: 1, name: 'Playlist not found' })).toBeTruthy()
  const calls = requests.map(({ call }) => call).filter((call) => call.includes('/playlists/'))
  expect(calls).toEqual(['GET /api/playlists/slug/gone', 'GET /api/playlists/gone'])
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
})

test('playlist page: other users see an empty playlist', async () => {
  renderPlaylist('/playlist/rain', {
    'GET /api/playlists/slug/rain': json({ ...others, trackCount: 0, playlistTracks: [] }),
  })
  expect(await screen.findByText("This playlist doesn't have any tracks yet.")).toBeTruthy()
})

test('playlist page: another user can like and add tracks but not edit the playlist', async () => {
  const { user, requests } = renderPlaylist('/playlist/rain', {
    'GET /api/playlists/slug/rain': json(others),
    'POST /api/tracks/northbound/like': json({ liked: true, likeCount: 1 }),
  })
  await screen.findByRole('button', { name: 'Add Northbound to playlist' })
  for (const name of [/^Edit$/, /^Reorder/, /^Remove/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  const heart = screen.getByRole('button', { name: 'Like Northbound' })
  fireEvent.click(heart)
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() =>
    expect(requests.map(({ call }) => call)).toContain('POST /api/tracks/northbound/like'),
  )
  await user.click(screen.getByRole('button', { name: /^More about/ }))
  expect(await menuItems()).toEqual([
    'Play next',
    'Add to queue',
    'Add to playlist',
    'Copy link',
    'Embed',
    'RSS feed (opens in a new tab)',
    'Copy feed address',
    'Report',
  ])
})

test('playlist page: a visitor can view and play, and must sign in to like', async () => {
  const { toasts, player, requests } = renderPlaylist('/playlist/rain', {
    'GET /api/auth/user': status(401),
    'GET /api/playlists/slug/rain': json(others),
  })
  const heart = await screen.findByRole('button', { name: 'Like Northbound' })
  expect(screen.queryByRole('button', { name: /to playlist$|^Edit$|^Reorder/ })).toBeNull()
  await waitFor(() => expect(requests.map(({ call }) => call)).toContain('GET /api/auth/user'))
  await waitFor(() => {
    fireEvent.click(heart)
    expect(toasts.get()).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to like tracks.',
    })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Play all' }))
  expect(player.state().currentTrack?.id).toBe(track.id)
})

/** The owner's playlist, whose tracks a mocked server removes, appends and reorders. */
function renderOwnTracks(...titles: string[]) {
  let ids = titles
  const entries = ids.map((id) => ({
    ...others.playlistTracks[0],
    id: `entry of ${id}`,
    trackId: id,
    track: testTrack(id, { title: id }),
  }))
  const current = () =>
    Response.json({
      ...rain,
      trackCount: ids.length,
      playlistTracks: ids.map((id) => entries.find(({ trackId }) => trackId === id)),
    })
  const remove = (url: URL) => {
    ids = ids.filter((id) => !url.pathname.endsWith(`/${id}`))
    return new Response(null, { status: 204 })
  }
  const rendered = renderPlaylist('/playlist/rain', {
    'GET /api/playlists/slug/rain': current,
    'GET /api/playlists/slug/rain-id': current,
    ...Object.fromEntries(ids.map((id) => [`DELETE /api/playlists/rain-id/tracks/${id}`, remove])),
    'POST /api/playlists/rain-id/tracks': (_, body) => {
      ids = [...ids, (body as { trackId: string }).trackId]
      return Response.json({}, { status: 201 })
    },
    'PUT /api/playlists/rain-id/reorder': (_, body) => {
      ids = (body as { trackIds: string[] }).trackIds
      return Response.json({ trackIds: ids })
    },
  })
  function undo() {
    const [action] = rendered.toasts.get()?.actions ?? []
    if (action && 'onClick' in action) action.onClick()
  }
  return { ...rendered, ids: () => ids, undo }
}

test('playlist page: removing asks until it is told not to, and can be undone', async () => {
  const { user, toasts, ids, undo } = renderOwnTracks('northbound', 'nocturne', 'copper')
  const remove = () => screen.findByRole('button', { name: 'Remove nocturne from playlist' })
  await user.click(await remove())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove track' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Do not ask again' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toasts.get()?.title).toBe('Track removed'))
  expect(ids()).toEqual(['northbound', 'copper'])
  undo()
  // Where it was.
  await waitFor(() => expect(ids()).toEqual(['northbound', 'nocturne', 'copper']))

  await user.click(await remove())
  await waitFor(() => expect(ids()).toEqual(['northbound', 'copper']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tracks' })),
  )
})

test('playlist page: Undo puts a removed track back where it was, also after another removal', async () => {
  stopAsking()
  const { user, ids, undo } = renderOwnTracks('A', 'B', 'C', 'D')
  const remove = async (id: string) =>
    user.click(await screen.findByRole('button', { name: `Remove ${id} from playlist` }))
  const expectRows = (...titles: string[]) =>
    waitFor(() => {
      expect(ids()).toEqual(titles)
      const buttons = screen.getAllByRole('button', { name: /^Remove . from playlist/ })
      expect(buttons.map((button) => button.getAttribute('aria-label')?.[7])).toEqual(titles)
    })
  // Before, the rows are those without handles, and are replaced.
  await screen.findByRole('button', { name: 'Reorder A' })
  await remove('A')
  await expectRows('B', 'C', 'D')
  undo()
  await expectRows('A', 'B', 'C', 'D')
  await remove('B')
  await expectRows('A', 'C', 'D')
  await remove('C')
  await expectRows('A', 'D')
  undo()
  await expectRows('A', 'C', 'D')
})

/** An album of another user. */
const album: PlaylistDetail = {
  ...others,
  type: 'album',
  releaseDate: '2026-12-04',
  label: 'Harbor Tapes',
  copyright: '℗ 2026 Harbor Tapes',
}
const albumHandlers: Handlers = {
  'GET /api/playlists/slug/rain': json(album),
  'GET /api/users/artist/releases': json([album]),
}

test('album page: type, year, label, date and copyright are shown, and rows have no artwork', async () => {
  renderPlaylist('/album/rain', albumHandlers)
  expect(await screen.findByText('Album · 2026')).toBeTruthy()
  const about = await screen.findByRole('region', { name: 'About this album' })
  expect(about.textContent).toBe('ReleasedDec 4, 2026LabelHarbor Tapes℗ 2026 Harbor Tapes')
  const tracks = screen.getByRole('region', { name: 'Tracks' })
  expect(tracks.querySelector('img')).toBeNull()
  expect(within(tracks).getByText('1')).toBeTruthy()
  await screen.findByRole('button', { name: 'Save album' })
})

test('album page: other releases of the artist are below it, with links to their pages', async () => {
  const single = { ...album, id: 'thaw', slug: 'thaw', title: 'Thaw', type: 'single' }
  renderPlaylist('/album/rain', {
    ...albumHandlers,
    'GET /api/users/artist/releases': json([single, album]),
  })
  await screen.findByRole('heading', { name: 'More by Low Tide Choir' })
  const link = screen.getByRole('link', { name: 'Thaw' })
  expect(link.getAttribute('href')).toBe('/album/thaw')
  expect(screen.queryByRole('link', { name: 'Rain' })).toBeNull()
})

test('album page: Play becomes Pause and then Resume, which continues where it was', async () => {
  const { user, player, toasts, emit } = renderPlaylist('/album/rain', albumHandlers)
  await user.click(await screen.findByRole('button', { name: 'Play' }))
  emit('playing')
  const { queue } = player.state()
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  emit('paused')
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(player.state().queue).toBe(queue)
  expect(toasts.get()).toBeNull()
})

test('album page: Shuffle plays the tracks in random order', async () => {
  const { player } = renderPlaylist('/album/rain', albumHandlers)
  fireEvent.click(await screen.findByRole('button', { name: 'Shuffle' }))
  expect(player.state().currentTrack?.id).toBe(track.id)
  expect(player.state().queue.original).not.toBeNull()
})

test.each([
  ['/playlist/rain', album, '/album/rain'],
  ['/album/rain', others, '/playlist/rain'],
])('album page: %s of the other kind is replaced by its path', async (path, playlist, expected) => {
  renderPlaylist(path, { ...albumHandlers, 'GET /api/playlists/slug/rain': json(playlist) })
  await waitFor(() => expect(location.pathname).toBe(expected))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain' })).toBeTruthy()
})

test('album page: an unknown album is not found', async () => {
  renderPlaylist('/album/gone', {})
  expect(await screen.findByRole('heading', { level: 1, name: 'Album not found' })).toBeTruthy()
})

test('album page: of the credits only those of members who have accepted are links', async () => {
  const credits = [
    { role: 'Producer', name: 'Ottoline', userId: 'ottoline' },
    { role: 'Violin', name: 'Maren Voss', userId: 'maren', status: 'pending' },
    { role: 'Mastering', name: 'Kitchen Studio' },
  ]
  renderPlaylist('/album/rain', {
    ...albumHandlers,
    'GET /api/playlists/slug/rain': json({ ...album, credits }),
  })
  const about = await screen.findByRole('region', { name: 'About this album' })
  expect(about.textContent).toContain('MasteringKitchen Studio')
  const links = within(about).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ottoline', '/profile/ottoline'],
  ])
})
