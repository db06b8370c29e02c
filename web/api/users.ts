import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { profilePageSize as limit } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { ListedUser, Profile } from '#contract/users.ts'
import { mapItems } from './cached-tracks.ts'
import { type ListPage, listPages, orNull, request } from './client.ts'
import { userPlaylistsKey } from './playlists.ts'

/** A profile by id or username; null if there is none. */
export const profileQuery = (idOrUsername: string) =>
  queryOptions({
    queryKey: ['users', idOrUsername, 'profile'],
    queryFn: ({ signal }): Promise<Profile | null> =>
      request(routes.getProfile, { params: { id: idOrUsername }, signal }).catch(orNull),
  })

/** A user's tracks, page by page. */
export const userTracksQuery = (userId: string, sort: 'recent' | 'popular') =>
  infiniteQueryOptions({
    queryKey: ['users', userId, 'tracks', sort],
    ...listPages(routes.listUserTracks, { params: { id: userId }, query: { limit, sort } }),
  })

/** A user's playlists, page by page. `userPlaylistsKey` is a prefix of its key and invalidates it. */
export const playlistPagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...userPlaylistsKey(userId), 'pages'],
    ...listPages(routes.listUserPlaylists, {
      params: { id: userId },
      query: { limit, releases: false },
    }),
  })

/** A user's releases in the same way. */
export const releasePagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...userPlaylistsKey(userId), 'release-pages'],
    ...listPages(routes.listUserReleases, { params: { id: userId }, query: { limit } }),
  })

export type FollowSide = 'followers' | 'following'

/** A user's followers, or the users that they follow, page by page. */
export const followListQuery = (userId: string, side: FollowSide) => {
  const input = { params: { id: userId }, query: { limit: 50 } }
  return infiniteQueryOptions({
    queryKey: ['users', userId, side],
    ...(side === 'followers'
      ? listPages(routes.listFollowers, input)
      : listPages(routes.listFollowing, input)),
  })
}

export const blocksQuery = infiniteQueryOptions({
  queryKey: ['account', 'blocks'],
  ...listPages(routes.listBlocks, { query: { limit: 50 } }),
  staleTime: 0,
})

/** Profiles and counts of both users, and the list in the settings. */
export const onBlockChanged = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['users'] }),
  ])

type Follow = { isFollowing: boolean; followerCount?: number }

/** In cached profiles and lists of users. Without `followerCount` the cached count changes by one. */
export function setFollowInCache(
  queryClient: QueryClient,
  userId: string,
  { isFollowing, followerCount }: Follow,
): void {
  patchCachedProfile(queryClient, userId, (profile) => {
    const change = Number(isFollowing) - Number(profile.isFollowing)
    return { isFollowing, followerCount: followerCount ?? profile.followerCount + change }
  })
  queryClient.setQueriesData<InfiniteData<ListPage<ListedUser>>>(
    { predicate: ({ queryKey }) => isFollowList(queryKey) },
    (cached) =>
      cached && mapItems(cached, (user) => (user.id === userId ? { ...user, isFollowing } : user)),
  )
}

const isFollowList = ([resource, , list]: readonly unknown[]) =>
  resource === 'users' && (list === 'followers' || list === 'following')

/** Lists that are open keep their entries, so that a user who was unfollowed by mistake can be followed again. */
export function onFollowToggled(
  queryClient: QueryClient,
  { followerId, followingId }: { followerId: string; followingId: string },
): void {
  void queryClient.invalidateQueries(profileQuery(followerId))
  for (const { queryKey } of [
    followListQuery(followerId, 'following'),
    followListQuery(followingId, 'followers'),
  ])
    queryClient.removeQueries({ queryKey, type: 'inactive' })
}

/** Patches a cached profile, whether it was loaded by id or by username. */
export function patchCachedProfile(
  queryClient: QueryClient,
  userId: string,
  patch: (profile: Profile) => Partial<Profile>,
): void {
  queryClient.setQueriesData<Profile | null>(
    {
      predicate: ({ queryKey: [resource, , view] }) => resource === 'users' && view === 'profile',
    },
    (cached) => (cached?.id === userId ? { ...cached, ...patch(cached) } : cached),
  )
}
