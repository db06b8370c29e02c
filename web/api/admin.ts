import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { BodyInput, RouteInput } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import { currentUserQuery } from './auth.ts'
import { refetchTracks } from './cache-updates.ts'
import { mapItems } from './cached-tracks.ts'
import { freshQuery, type ListPage, listPages, request } from './client.ts'

/** Queries and mutations of the administrator. */

export const analyticsQuery = freshQuery(routes.getAnalytics, 'admin', 'analytics')
export const storageQuery = freshQuery(routes.getStorage, 'admin', 'storage')
export const identityProviderQuery = freshQuery(
  routes.getIdentityProvider,
  'admin',
  'identity-provider',
)
export const mailStatusQuery = freshQuery(routes.getMailStatus, 'admin', 'mail')

/** For a form, which changes what is saved now: loaded whenever it opens. */
export const userToEditQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-to-edit', id],
    queryFn: ({ signal }) => request(routes.getProfile, { params: { id }, signal }),
    gcTime: 0,
  })

const pageSize = 100

/** Keys of their own: refetching all pages after every play or like would take long. */
const tracksKey = ['admin', 'tracks']
const usersKey = ['admin', 'users']

const searchOptions = {
  /** The rows of the previous search stay visible until the next have loaded. */
  placeholderData: keepPreviousData,
  // Each visit starts with the first page instead of refetching all that were loaded before.
  gcTime: 0,
} as const

type TrackQuery = NonNullable<RouteInput<typeof routes.listTracks>['query']>
export type TrackFilter = Pick<TrackQuery, 'sort' | 'show'>

const trackPages = (q: string, filter: TrackFilter, limit: number) =>
  listPages(routes.listTracks, { query: { limit, ...filter, q: q || undefined } })
const userPages = (q: string, limit: number) =>
  listPages(routes.listUsers, { query: { limit, q: q || undefined } })

/** All tracks, or those that match `q` in the title or the uploader's display name. */
export const managedTracksQuery = (q: string, filter: TrackFilter) =>
  infiniteQueryOptions({
    queryKey: [...tracksKey, q, filter],
    ...trackPages(q, filter, pageSize),
    ...searchOptions,
  })

/** All users, or those that match `q` in a name or the email. */
export const managedUsersQuery = (q: string) =>
  infiniteQueryOptions({ queryKey: [...usersKey, q], ...userPages(q, pageSize), ...searchOptions })

export const fetchAllTracks = (q: string, filter: TrackFilter) =>
  fetchAll<Track>(trackPages(q, filter, limits.maxPageSize))
export const fetchAllUsers = (q: string) => fetchAll<ManagedUser>(userPages(q, limits.maxPageSize))

export type AuditFilter = { q: string; action: AuditAction | undefined }

const auditPages = ({ q, action }: AuditFilter, limit: number) =>
  listPages(routes.listAudit, { query: { limit, q: q || undefined, action } })

/** All entries, or those of an action or with `q` in a name. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filter],
    ...auditPages(filter, pageSize),
    ...searchOptions,
    staleTime: 0,
  })

export const fetchAllAudit = (filter: AuditFilter) =>
  fetchAll<AuditEntry>(auditPages(filter, limits.maxPageSize))

type Pages<Item> = {
  queryFn: (context: { pageParam: string }) => Promise<ListPage<Item>>
  initialPageParam: string
}

async function fetchAll<Item>({ queryFn, initialPageParam }: Pages<Item>): Promise<Item[]> {
  const items: Item[] = []
  for (let next: string | null = initialPageParam; next; ) {
    const page: ListPage<Item> = await queryFn({ pageParam: next })
    items.push(...page.items)
    next = page.next
  }
  return items
}

/** Empty text becomes null. */
export type UserUpdate = Omit<BodyInput<typeof routes.updateUserAsAdmin>, 'id'>

/** Refetches tracks and the session too: both may show the user's name. */
export async function onManagedUserUpdated(queryClient: QueryClient, updated: ManagedUser) {
  patchUsers(queryClient, updated.id, updated)
  await Promise.all([
    refetchTracks(queryClient),
    queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  ])
}

export function onManagedUserDeleted(queryClient: QueryClient, id: string): Promise<void> {
  patchUsers(queryClient, id, null)
  return refetchTracks(queryClient)
}

/** Replaces a row in the cached lists; null removes it. */
function patchUsers(queryClient: QueryClient, id: string, updated: ManagedUser | null): void {
  queryClient.setQueriesData<InfiniteData<ListPage<ManagedUser>>>(
    { queryKey: usersKey },
    (cached) => cached && mapItems(cached, (user) => (user.id === id ? (updated ?? []) : user)),
  )
}
