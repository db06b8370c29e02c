import { InfiniteQueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
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
const person = { id: 'me', username: 'maren', displayName: 'Maren' } as CurrentUser

/** A browser that has seen the tracks a and b everywhere. */
function seenEverywhere() {
  const client = createQueryClient(vi.fn(), vi.fn())
  const both = [track('a'), track('b')]
  client.setQueryData(currentUserQuery.queryKey, person)
  client.setQueryData(recentTracksQuery(12).queryKey, both)
  client.setQueryData(trackQuery('slug-a').queryKey, track('a'))
  client.setQueryData(userTracksQuery('me', 'recent').queryKey, {
    pages: [
      { items: [track('b')], next: '/2' },
      { items: [track('a')], next: null },
    ],
    pageParams: ['/1', '/2'],
  })
  client.setQueryData(playlistQuery('rain').queryKey, {
    playlistTracks: both.map((kept) => ({ id: `entry-${kept.id}`, track: kept })),
  } as PlaylistDetail)
  return client
}
type Client = ReturnType<typeof seenEverywhere>

/** Keeps the list on screen, so that it is neither forgotten nor read again. */
function showOwnTracks(client: Client) {
  const list = new InfiniteQueryObserver(client, userTracksQuery('me', 'recent'))
  return list.subscribe(() => {})
}
const titlesIn = (client: Client) => ({
  recent: client.getQueryData(recentTracksQuery(12).queryKey)?.map(({ title }) => title),
  own: client
    .getQueryData(userTracksQuery('me', 'recent').queryKey)
    ?.pages.map(({ items }) => items.map(({ title }) => title)),
  playlist: client
    .getQueryData(playlistQuery('rain').queryKey)
    ?.playlistTracks.map((entry) => entry.track.title),
})

describe('a changed track', () => {
  it('is the new one wherever it is shown, before anything is read', () => {
    const client = seenEverywhere()
    const leave = showOwnTracks(client)
    void onTrackUpdated(client, track('a', { title: 'new', artworkUrl: '/objects/x/2.webp' }))
    expect(titlesIn(client)).toEqual({
      recent: ['new', 'b'],
      own: [['b'], ['new']],
      playlist: ['new', 'b'],
    })
    expect(client.getQueryData(trackQuery('slug-a').queryKey)?.artworkUrl).toBe('/objects/x/2.webp')
    leave()
  })
})

describe('a deleted track', () => {
  it('is in no list any more, and its page is read anew when somebody comes back to it', () => {
    const client = seenEverywhere()
    const leave = showOwnTracks(client)
    void onTrackDeleted(client, 'a')
    expect(titlesIn(client)).toEqual({ recent: ['b'], own: [['b'], []], playlist: ['b'] })
    const page = client.getQueryState(trackQuery('slug-a').queryKey)
    expect(page).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
    leave()
  })
})

describe('changed tracks', () => {
  it('make everything stale but the session, and long lists are begun again', async () => {
    const client = seenEverywhere()
    await refetchTracks(client)
    expect(client.getQueryState(recentTracksQuery(12).queryKey)?.isInvalidated).toBe(true)
    expect(client.getQueryState(playlistQuery('rain').queryKey)?.isInvalidated).toBe(true)
    expect(client.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(false)
    expect(client.getQueryData(userTracksQuery('me', 'recent').queryKey)).toBeUndefined()
  })
})

describe('a person with a new name', () => {
  it('has it in the session and on every track of theirs', () => {
    const client = seenEverywhere()
    void onCurrentUserUpdated(client, { ...person, displayName: 'Maren Voss' })
    expect(client.getQueryData(currentUserQuery.queryKey)?.displayName).toBe('Maren Voss')
    const [first] = client.getQueryData(recentTracksQuery(12).queryKey) ?? []
    expect(first?.user.displayName).toBe('Maren Voss')
  })
})

describe('a follow', () => {
  it('shows under id and username alike, and on nobody else', () => {
    const client = seenEverywhere()
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
})
