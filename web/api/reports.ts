import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { urlFor } from '#contract/client.ts'
import type { Report, ReportedItem } from '#contract/reports.ts'
import * as routes from '#contract/routes.ts'
import { mapItems } from './cached-tracks.ts'
import { freshQuery, type ListPage, listPages } from './client.ts'

const reportsKey = ['admin', 'reports']

export const openReportsQuery = freshQuery(routes.countReports, ...reportsKey, 'count')

export type ReportState = 'open' | 'decided'

export const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, state],
    ...listPages(routes.listReports, { query: { limit: 20, state } }),
    staleTime: 0,
  })

/**
 * All reports of an item, from those that came with it. The key changes with the newest one; it is
 * not refetched with the queue, because a moderator may have loaded a hundred pages.
 */
export const reportsOfItemQuery = ({ id, reports, nextReports }: ReportedItem) => {
  const pages = listPages(routes.listReportsOfItem, { params: { id }, query: { limit: 100 } })
  const next =
    nextReports &&
    urlFor(routes.listReportsOfItem, { params: { id }, query: { limit: 100, cursor: nextReports } })
  const first: ListPage<Report> = { items: reports, next }
  return infiniteQueryOptions({
    queryKey: ['admin', 'reports-of-item', id, reports[0]?.id],
    ...pages,
    initialData: { pages: [first], pageParams: [pages.initialPageParam] },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Only what has changed: a moderator may have loaded a hundred pages. */
function updateReports(queryClient: QueryClient, item: ReportedItem) {
  for (const state of ['open', 'decided'] as const) {
    const { queryKey } = reportsQuery(state)
    const belongs = item.isOpen === (state === 'open')
    const isShown = queryClient
      .getQueryData(queryKey)
      ?.pages.some(({ items }) => items.some(({ id }) => id === item.id))
    // Only the server knows its position in the list.
    if (belongs && !isShown) void queryClient.resetQueries({ queryKey, exact: true })
    if (!isShown) continue
    queryClient.setQueryData(
      queryKey,
      (list) =>
        list &&
        mapItems(list, (shown) => {
          if (shown.id === item.id) return belongs ? item : []
          if (shown.user.id !== item.user.id) return shown
          return { ...shown, isUserSuspended: item.isUserSuspended }
        }),
    )
  }
  return queryClient.invalidateQueries({ queryKey: openReportsQuery.queryKey })
}

/** What a decision and its undo do to the lists. If it fails, another moderator may have decided. */
export const decisionEffects = (queryClient: QueryClient) => ({
  onSuccess: (item: ReportedItem) => updateReports(queryClient, item),
  onError: () => queryClient.invalidateQueries({ queryKey: reportsKey }),
})
