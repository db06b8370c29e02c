import * as contract from '#contract/stats.ts'
import { assertCanEdit as assertOwnsPlaylist } from '#server/modules/playlists/policy.ts'
import { assertOwns } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getPlaylistStats, getStats } from './service.ts'

type Deps = { db: Db; timeZone: string }

/** What artists learn about their tracks, which administrators do not see. */
export function artistStatsRoutes(registerRoute: RegisterRoute, { db, timeZone }: Deps) {
  registerRoute(contract.getTrackStats, {
    guard: ({ params, viewer }) => assertOwns(db, params.id, viewer),
    handle: ({ params: { id }, query: { days: period } }) =>
      getStats(db, { kind: 'track', id }, { period, timeZone }),
  })
  registerRoute(contract.getPlaylistStats, {
    guard: ({ params, viewer }) => assertOwnsPlaylist(db, params.id, viewer),
    handle: ({ params: { id }, query: { days: period } }) =>
      getPlaylistStats(db, id, { period, timeZone }),
  })
  registerRoute(contract.getMyStats, {
    handle: ({ query: { days: period }, viewer: { id } }) =>
      getStats(db, { kind: 'user', id }, { period, timeZone }),
  })
}
