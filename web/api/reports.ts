import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { listPages, request } from './client.ts'

export const createReport = (body: BodyInput<typeof routes.createReport>) =>
  request(routes.createReport, { body })

const reportsKey = ['admin', 'reports']

export const openReportsQuery = queryOptions({
  queryKey: [...reportsKey, 'count'],
  queryFn: ({ signal }) => request(routes.countReports, { signal }),
  // Changes with the reports of every user.
  staleTime: 0,
})

export type ReportState = 'open' | 'decided'

export const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, state],
    ...listPages(routes.listReports, { query: { limit: 20, state } }),
    staleTime: 0,
  })

export const decideReport = (id: string, body: BodyInput<typeof routes.decideReport>) =>
  request(routes.decideReport, { params: { id }, body })

export const undoDecision = (id: string) => request(routes.undoDecision, { params: { id } })

export const refetchReports = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: reportsKey })
