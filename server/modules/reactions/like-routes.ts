import * as contract from '#contract/tracks.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Likes } from './likes.ts'

export function likeRoutes(registerRoute: RegisterRoute, { db, likes }: { db: Db; likes: Likes }) {
  registerRoute(contract.likeTrack, {
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, viewer }) => likes.toggle(params.id, viewer),
    limit: { max: 60, windowSeconds: 60, per: 'user' },
  })
}
