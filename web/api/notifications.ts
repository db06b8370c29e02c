import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type RouteInput, type RouteResponse, urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { fetchPaged, freshQuery, request } from './client.ts'

const pageSize = 30
const pollMs = 60_000

/** Not refetched while it is open: what is unread stays marked. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ pageParam, signal }) => {
    type List = RouteResponse<typeof routes.listNotifications>
    const { body, next } = await fetchPaged<List>(pageParam, signal)
    return { items: body.notifications, next }
  },
  initialPageParam: urlFor(routes.listNotifications, { query: { limit: pageSize } }),
  getNextPageParam: ({ next }) => next,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) =>
    (await request(routes.listNotifications, { query: { limit: 1 }, signal })).unread,
  refetchInterval: pollMs,
})

/** `until` is the time of the newest that the user has seen. */
export async function markNotificationsSeen(queryClient: QueryClient, until: string) {
  await request(routes.markNotificationsSeen, { body: { until } })
  await queryClient.invalidateQueries(unreadQuery)
}

export const notificationSettingsQuery = freshQuery(
  routes.getNotificationSettings,
  'notifications',
  'settings',
)

type Changes = RouteInput<typeof routes.saveNotificationSettings>['body']

/** Other lists of notifications depend on them. */
export async function saveNotificationSettings(queryClient: QueryClient, body: Changes) {
  const saved = await request(routes.saveNotificationSettings, { body })
  queryClient.setQueryData(notificationSettingsQuery.queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: ['notifications'] })
}

export const pushQuery = freshQuery(routes.getPush, 'notifications', 'push')

/** Without a subscription, this browser gets no more messages. */
export async function savePush(
  queryClient: QueryClient,
  body: RouteInput<typeof routes.savePush>['body'] | undefined,
) {
  const push = await (body ? request(routes.savePush, { body }) : request(routes.deletePush))
  queryClient.setQueryData(pushQuery.queryKey, push)
}
