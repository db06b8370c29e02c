import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { StatsPeriod } from '#contract/stats.ts'
import { request } from './client.ts'

/** The former numbers stay until those of another period have arrived. */
const shared = { placeholderData: keepPreviousData }

export const trackStatsQuery = (id: string | undefined, days: StatsPeriod) =>
  queryOptions({
    ...shared,
    queryKey: ['stats', 'track', id, days],
    queryFn: ({ signal }) =>
      request(routes.getTrackStats, { params: { id: id ?? '' }, query: { days }, signal }),
    enabled: id !== undefined,
  })

export const playlistStatsQuery = (id: string | undefined, days: StatsPeriod) =>
  queryOptions({
    ...shared,
    queryKey: ['stats', 'playlist', id, days],
    queryFn: ({ signal }) =>
      request(routes.getPlaylistStats, { params: { id: id ?? '' }, query: { days }, signal }),
    enabled: id !== undefined,
  })

export const myStatsQuery = (days: StatsPeriod) =>
  queryOptions({
    ...shared,
    queryKey: ['stats', 'me', days],
    queryFn: ({ signal }) => request(routes.getMyStats, { query: { days }, signal }),
  })
