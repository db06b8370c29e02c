import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Analytics, IdentityProvider } from '#contract/admin.ts'
import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import { paths } from '#web/lib/paths.ts'
import { currentUserQuery } from './auth.ts'
import { trackHasChanged, trackIsGone, tracksHaveChanged } from './changes.ts'
import { callServer, type ListPage, readListPage } from './client.ts'
import { readPath } from './query-client.ts'

/** What only the administrator asks for. */

export const analyticsQuery = queryOptions({
  queryKey: [paths.api.analytics],
  queryFn: readPath<Analytics>({ on401: 'throw' }),
  // Other people's doings change it at any time.
  staleTime: 0,
})

export const identityProviderQuery = queryOptions({
  queryKey: [paths.api.identityProvider],
  queryFn: readPath<IdentityProvider>({ on401: 'throw' }),
  staleTime: 0,
})

const rowsAtOnce = 100

/** All tracks, or those with `q` in their title or their uploader's display name. */
export const managedTracksQuery = (q: string) =>
  searchedList<Track>([...managed.tracks, q], tracksAddress(q, rowsAtOnce))

/** All people, or those with `q` in a name or the e-mail. */
export const managedUsersQuery = (q: string) =>
  searchedList<ManagedUser>([...managed.users, q], usersAddress(q, rowsAtOnce))

/** Keys of their own: what others read anew after every play or like would here be many pages. */
const managed = { tracks: ['managed tracks'], users: ['managed users'] }
const tracksAddress = (q: string, limit: number) => paths.api.tracks({ limit, q: q || undefined })
const usersAddress = (q: string, limit: number) =>
  paths.api.managedUsers({ limit, q: q || undefined })

/** The rows of one search stay on screen until those of the next are there. */
function searchedList<Item>(queryKey: string[], firstPage: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readListPage<Item>(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }: ListPage<Item>) => next,
    placeholderData: keepPreviousData,
    // Begun anew whenever it is opened: to read again all pages that were seen before could take long.
    gcTime: 0,
  })
}

/** Every page of a list, one after the other. */
export const everyTrack = (q: string) => everyItem<Track>(tracksAddress(q, limits.maxPageSize))
export const everyUser = (q: string) => everyItem<ManagedUser>(usersAddress(q, limits.maxPageSize))

async function everyItem<Item>(firstPage: string): Promise<Item[]> {
  const { signal } = new AbortController()
  const items: Item[] = []
  for (let next: string | null = firstPage; next; ) {
    const page: ListPage<Item> = await readListPage(next, signal)
    items.push(...page.items)
    next = page.next
  }
  return items
}

/** Empty text means none. */
export type UserText = Record<
  'displayName' | 'firstName' | 'lastName' | 'bio' | 'location' | 'website',
  string
>

export function updateUser(id: string, text: UserText): Promise<ManagedUser> {
  return callServer('PUT', paths.api.managedUser(id), { body: { id, ...text } })
}

export function deleteUser(id: string): Promise<unknown> {
  return callServer('DELETE', paths.api.managedUser(id))
}

export function managedTrackHasChanged(queryClient: QueryClient, changed: Track): Promise<void> {
  putIntoLists(queryClient, managed.tracks, changed.id, changed)
  return trackHasChanged(queryClient, changed)
}

export function managedTrackIsGone(queryClient: QueryClient, id: string): Promise<void> {
  putIntoLists(queryClient, managed.tracks, id, null)
  return trackIsGone(queryClient, id)
}

/** Their names stand beside their tracks, too, and perhaps in the bar. */
export async function userHasChanged(queryClient: QueryClient, changed: ManagedUser) {
  putIntoLists(queryClient, managed.users, changed.id, changed)
  await Promise.all([
    tracksHaveChanged(queryClient),
    queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  ])
}

export function userIsGone(queryClient: QueryClient, id: string): Promise<void> {
  putIntoLists(queryClient, managed.users, id, null)
  return tracksHaveChanged(queryClient)
}

/** Puts a changed row in the place of the old one; null takes it away. */
function putIntoLists<Item extends { id: string }>(
  queryClient: QueryClient,
  list: string[],
  id: string,
  changed: Item | null,
): void {
  queryClient.setQueriesData<{ pages: ListPage<Item>[] }>(
    { queryKey: list },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((item) => (item.id === id ? (changed ?? []) : item)),
        })),
      },
  )
}
