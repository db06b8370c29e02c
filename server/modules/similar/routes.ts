import { listSimilarTracks as listSimilarTracksRoute } from '#contract/tracks.ts'
import { listenerTokenOf } from '#server/modules/plays/listener.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listSimilarTracks } from './service.ts'

export function similarRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(listSimilarTracksRoute, {
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, query, viewer, request }) =>
      listSimilarTracks(db, {
        trackId: params.id,
        limit: query.limit,
        viewer,
        token: listenerTokenOf(request.cookies) ?? '',
      }),
  })
}
