import * as contract from '#contract/player.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getPlayerState, listStartedTracks, savePlayerState } from './service.ts'

/** A client saves every 10 seconds and when the page is closed; a user may have several. */
const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
/** 1,000 ids, their order and 200 positions are below 64 KiB, without spaces. */
const bodyLimit = 128 * 1024

/** The queue of a user and the positions in long tracks, on all devices. */
export function playerStateRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
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
}
