import * as contract from '#contract/player.ts'
import * as tracksContract from '#contract/tracks.ts'
import { listenerTokenOf } from '#server/modules/plays/listener.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getPlayerState, listSimilarTracks, listStartedTracks, savePlayerState } from './service.ts'

/** A client saves every 10 seconds and when the page is closed; a user may have several. */
const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
/** 1,000 ids, their order and 200 positions are below 64 KiB, without spaces. */
const bodyLimit = 128 * 1024

/** The queue of a user on all devices, and what autoplay continues with at its end. */
export function playerRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.getPlayerState, { handle: ({ viewer }) => getPlayerState(db, viewer) })
  registerRoute(contract.listStartedTracks, {
    handle: ({ viewer }) => listStartedTracks(db, viewer),
  })
  registerRoute(contract.savePlayerState, {
    handle: ({ body, viewer }) => savePlayerState(db, body, viewer),
    limit: writeLimit,
    writes: 'own',
    bodyLimit,
    bodyTooLarge: 'This queue is too large to be saved.',
  })
  registerRoute(tracksContract.listSimilarTracks, {
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
