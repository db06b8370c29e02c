import { recordRetention as route } from '#contract/tracks.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { recordRetention } from './service.ts'

/** What artists learn about their tracks. Plays are recorded where they are counted. */
export function statsRoutes(
  registerRoute: RegisterRoute,
  { db, timeZone }: { db: Db; timeZone: string },
) {
  registerRoute(route, {
    privateWrite: true,
    limit: { max: 120, windowSeconds: 60, per: 'ip' },
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      recordRetention(db, { trackId: params.id, ...body }, { viewer, timeZone }),
  })
}
