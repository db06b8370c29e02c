import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { testTrack } from '../test-track.ts'
import { PlayerBar } from './player-bar.tsx'

const release = { id: 'thaw', slug: 'thaw', title: 'Thaw', type: 'album', position: 0 } as const
const [first, second, last] = ['first', 'second', 'last'].map((id) => testTrack(id, { release }))
const other = testTrack('other')
const album = {
  ...testPlaylist('thaw', { title: 'Thaw', slug: 'thaw', type: 'album' }),
  playlistTracks: [first, second, last].map((track) => ({ track })),
}

function renderBar(track: Track) {
  const rendered = renderWithProviders(
    <PlayerBar
      track={track}
      onExpand={() => {}}
      onQueue={() => {}}
      isQueueOpen={false}
      renderMenu={() => null}
    />,
    {
      handlers: {
        'GET /api/auth/user': json(null),
        'GET /api/playlists/slug/thaw': json(album),
        'GET /api/tracks': json([track, other]),
      },
    },
  )
  const { player, emit } = rendered
  return {
    ...rendered,
    end() {
      act(() => emit('playing'))
      act(() => emit('ended'))
    },
    queue: () => {
      const { entries, index, source } = player.state().queue
      return { tracks: entries.slice(index).map(({ track }) => track.id), source }
    },
  }
}

test.each([
  ['the rest of its release', first, ['second', 'last'], 'Thaw'],
  ["the artist's other tracks, if it is the last one", last, ['other'], 'Low Tide Choir'],
  [
    "the artist's other tracks, if it is on no release",
    testTrack('alone'),
    ['other'],
    'Low Tide Choir',
  ],
])(
  'player bar: a track that was played alone is followed by an offer of %s',
  async (_, track, tracks, source) => {
    if (!track) throw new Error('No track')
    const { user, player, end, queue } = renderBar(track)
    act(() => player.playTrack(track))
    end()
    await screen.findByText(`Next from ${source}`)
    // Nothing starts by itself.
    expect(queue()).toEqual({ tracks: [track.id], source: null })
    await user.click(screen.getByRole('button', { name: /^Play Track/ }))
    expect(queue()).toEqual({ tracks, source })
    await waitFor(() => expect(screen.queryByText(`Next from ${source}`)).toBeNull())
    expect(player.state().autoplay).toBe(false)
  },
)

test('player bar: Autoplay in the offer plays it and stays on', async () => {
  const { user, player, end } = renderBar(testTrack('alone'))
  act(() => player.playTrack(testTrack('alone')))
  end()
  await user.click(await screen.findByRole('button', { name: /^Autoplay/ }))
  expect(player.state()).toMatchObject({ autoplay: true, loading: true })
})

test('player bar: nothing is offered while a track plays, nor at the end of a list', async () => {
  const { player, emit, end, requests } = renderBar(other)
  act(() => player.playTrack(other))
  act(() => emit('playing'))
  act(() => player.playQueue([other], 0, 'Likes'))
  end()
  await act(async () => {})
  expect(screen.queryByText(/^Next from/)).toBeNull()
  expect(requests.map(({ call }) => call).filter((call) => call.includes('/tracks'))).toEqual([])
})
