import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery } from './auth.ts'
import {
  onCurrentUserUpdated,
  onTrackDeleted,
  onTrackUpdated,
  refetchTracks,
} from './cache-updates.ts'
import { playlistQuery } from './playlists.ts'
import { createQueryClient } from './query-client.ts'
import { recentTracksQuery, trackQuery } from './tracks.ts'
import { profileQuery, setFollowInCache, userTracksQuery } from './users.ts'

const track = (id: string, fields: Partial<Track> = {}) =>
  ({ id, slug: `slug-${id}`, userId: 'me', audioUrl: `/a/${id}`, title: id, ...fields }) as Track
const currentUser = { id: 'me', username: 'maren', displayName: 'Maren' } as CurrentUser

/** Creates a client with the tracks a and b in every cached list. */
function clientWithTracks() {
  const client = createQueryClient(vi.fn(), vi.fn())
  const both = [track('a'), track('b')]
  client.setQueryData(currentUserQuery.queryKey, currentUser)
  client.setQueryData(recentTracksQuery.queryKey, both)
  client.setQueryData(trackQuery('slug-a').queryKey, track('a'))
  client.setQueryData(userTracksQuery('me', 'recent').queryKey, {
    pages: [
      { items: [track('b')], next: '/2' },
      { items: [track('a')], next: null },
    ],
    pageParams: ['/1', '/2'],
  })
  client.setQueryData(playlistQuery('rain').queryKey, {
    playlistTracks: both.map((item) => ({ id: `entry-${item.id}`, track: item })),
  } as PlaylistDetail)
  return client
}
type Client = ReturnType<typeof clientWithTracks>

/** Observes the list, so that it is neither removed nor fetched again. */
function observeOwnTracks(client: Client) {
  const list = new InfiniteQueryObserver(client, userTracksQuery('me', 'recent'))
  return list.subscribe(() => {})
}
const titlesIn = (client: Client) => ({
  recent: client.getQueryData(recentTracksQuery.queryKey)?.map(({ title }) => title),
  own: client
    .getQueryData(userTracksQuery('me', 'recent').queryKey)
    ?.pages.map(({ items }) => items.map(({ title }) => title)),
  playlist: client
    .getQueryData(playlistQuery('rain').queryKey)
    ?.playlistTracks.map((entry) => entry.track.title),
})

test('onTrackUpdated: every cached list has the new track before any refetch', () => {
  const client = clientWithTracks()
  const unsubscribe = observeOwnTracks(client)
  void onTrackUpdated(client, track('a', { title: 'new', artworkUrl: '/objects/x/2.webp' }))
  expect(titlesIn(client)).toEqual({
    recent: ['new', 'b'],
    own: [['b'], ['new']],
    playlist: ['new', 'b'],
  })
  expect(client.getQueryData(trackQuery('slug-a').queryKey)?.artworkUrl).toBe('/objects/x/2.webp')
  unsubscribe()
})

test('onTrackDeleted: the track is removed from every list, and its page is invalidated', () => {
  const client = clientWithTracks()
  const unsubscribe = observeOwnTracks(client)
  void onTrackDeleted(client, 'a')
  expect(titlesIn(client)).toEqual({ recent: ['b'], own: [['b'], []], playlist: ['b'] })
  const page = client.getQueryState(trackQuery('slug-a').queryKey)
  expect(page).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
  unsubscribe()
})

test('refetchTracks: everything except the session is invalidated, and infinite lists are removed', async () => {
  const client = clientWithTracks()
  await refetchTracks(client)
  expect(client.getQueryState(recentTracksQuery.queryKey)?.isInvalidated).toBe(true)
  expect(client.getQueryState(playlistQuery('rain').queryKey)?.isInvalidated).toBe(true)
  expect(client.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(false)
  expect(client.getQueryData(userTracksQuery('me', 'recent').queryKey)).toBeUndefined()
})

test("onCurrentUserUpdated: the session and all of the user's tracks have the new name", () => {
  const client = clientWithTracks()
  void onCurrentUserUpdated(client, { ...currentUser, displayName: 'Maren Voss' })
  expect(client.getQueryData(currentUserQuery.queryKey)?.displayName).toBe('Maren Voss')
  const [first] = client.getQueryData(recentTracksQuery.queryKey) ?? []
  expect(first?.user.displayName).toBe('Maren Voss')
})

test('setFollowInCache: the profile is updated under its id and username, and no other profile changes', () => {
  const client = clientWithTracks()
  const profile = { id: 'x', isFollowing: false, followerCount: 4 } as Profile
  for (const name of ['x', 'maren']) client.setQueryData(profileQuery(name).queryKey, profile)
  const other: Profile = { ...profile, id: 'y' }
  client.setQueryData(profileQuery('y').queryKey, other)
  client.setQueryData(profileQuery('gone').queryKey, null)
  setFollowInCache(client, 'x', { isFollowing: true, followerCount: 5 })
  const followed = { isFollowing: true, followerCount: 5 }
  expect(client.getQueryData(profileQuery('x').queryKey)).toMatchObject(followed)
  expect(client.getQueryData(profileQuery('maren').queryKey)).toMatchObject(followed)
  expect(client.getQueryData(profileQuery('y').queryKey)).toMatchObject({ isFollowing: false })
  expect(client.getQueryData(profileQuery('gone').queryKey)).toBeNull()
})
