import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { BodyInput, RouteResponse } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { Profile } from '#contract/users.ts'
import { ApiError, listPages, request } from './client.ts'
import { userPlaylistsKey } from './playlists.ts'
import { uploadFile } from './uploads.ts'

const limit = 20

/** A profile by id or username; null if there is none. */
export const profileQuery = (idOrUsername: string) =>
  queryOptions({
    queryKey: ['users', idOrUsername, 'profile'],
    queryFn: async ({ signal }): Promise<Profile | null> => {
      try {
        return await request(routes.getProfile, { params: { id: idOrUsername }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
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
    ...listPages(routes.listUserPlaylists, { params: { id: userId }, query: { limit } }),
  })

/** Follows the user, or unfollows them. */
export const followUser = (id: string) => request(routes.followUser, { params: { id }, body: {} })

export function setFollowInCache(
  queryClient: QueryClient,
  userId: string,
  follow: RouteResponse<typeof routes.followUser>,
): void {
  patchCachedProfile(queryClient, userId, follow)
}

/** Patches a cached profile, whether it was loaded by id or by username. */
export function patchCachedProfile(
  queryClient: QueryClient,
  userId: string,
  patch: Partial<Profile>,
): void {
  queryClient.setQueriesData<Profile | null>(
    {
      predicate: ({ queryKey: [resource, , view] }) => resource === 'users' && view === 'profile',
    },
    (cached) => (cached?.id === userId ? { ...cached, ...patch } : cached),
  )
}

export const updateProfile = (body: BodyInput<typeof routes.updateProfile>): Promise<CurrentUser> =>
  request(routes.updateProfile, { body })

/** Uploads the image and sets it as the caller's profile image. */
export async function replaceProfileImage(
  image: File,
): Promise<Pick<CurrentUser, 'profileImageUrl'>> {
  const imageURL = await uploadFile(image)
  const { profileImageUrl } = await request(routes.setProfileImage, { body: { imageURL } })
  return { profileImageUrl }
}
