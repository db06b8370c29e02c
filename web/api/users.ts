import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { ResponseOf } from '#contract/route.ts'
import type { Track } from '#contract/tracks.ts'
import type { setProfileImage } from '#contract/uploads.ts'
import type { followUser as followUserCall, Profile } from '#contract/users.ts'
import { paths } from '#web/lib/paths.ts'
import { CallError, callServer, type ListPage, readListPage } from './client.ts'
import { userPlaylistsQuery } from './playlists.ts'
import { sendFile } from './uploads.ts'

/** How many tracks or playlists of a person are asked for at once. */
const pageSize = 20

/** A profile by id or username; null when there is none. */
export const profileQuery = (idOrName: string) =>
  queryOptions({
    queryKey: [paths.api.users, idOrName, 'profile'],
    queryFn: async ({ signal }): Promise<Profile | null> => {
      try {
        return await callServer<Profile>('GET', paths.api.user(idOrName), { signal })
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null
        throw error
      }
    },
  })

/** A person's tracks in pages. */
export const userTracksQuery = (userId: string, sort: 'recent' | 'popular') =>
  infiniteQueryOptions({
    queryKey: [paths.api.users, userId, 'tracks', sort],
    queryFn: ({ pageParam, signal }) => readListPage<Track>(pageParam, signal),
    initialPageParam: paths.api.userTracks(userId, { limit: pageSize, sort }),
    getNextPageParam: ({ next }: ListPage<Track>) => next,
  })

/** A person's playlists in pages. Read anew with `userPlaylistsQuery`, whose key its own begins with. */
export const playlistPagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...userPlaylistsQuery(userId).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => readListPage<Playlist>(pageParam, signal),
    initialPageParam: paths.api.userPlaylists(userId, { limit: pageSize }),
    getNextPageParam: ({ next }: ListPage<Playlist>) => next,
  })

type Follow = ResponseOf<typeof followUserCall>

/** Follows the person, or stops following. */
export function followUser(userId: string): Promise<Follow> {
  return callServer('POST', paths.api.follow(userId), { body: {} })
}

export function rememberFollow(queryClient: QueryClient, userId: string, follow: Follow): void {
  rememberProfile(queryClient, userId, follow)
}

/** Puts what is known now into a profile, under whichever name it is kept. */
export function rememberProfile(
  queryClient: QueryClient,
  userId: string,
  news: Partial<Profile>,
): void {
  queryClient.setQueriesData<Profile | null>(
    { predicate: ({ queryKey: [noun, , part] }) => noun === paths.api.users && part === 'profile' },
    (known) => (known?.id === userId ? { ...known, ...news } : known),
  )
}

export type ProfileText = {
  username: string
  displayName: string
  firstName: string
  lastName: string
  bio: string
  location: string
  website: string
}

export function updateProfile(text: ProfileText): Promise<CurrentUser> {
  return callServer('PUT', paths.api.updateProfile, { body: text })
}

/** Sends the picture to the store and makes it the caller's profile image. */
export async function changeProfileImage(
  picture: File,
): Promise<Pick<CurrentUser, 'profileImageUrl'>> {
  const imageURL = await sendFile(picture)
  const { profileImageUrl } = await callServer<ResponseOf<typeof setProfileImage>>(
    'PUT',
    paths.api.profileImage,
    { body: { imageURL } },
  )
  return { profileImageUrl }
}
