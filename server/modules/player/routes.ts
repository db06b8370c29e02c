import {
  getPlayerState as getPlayerStateRoute,
  savePlayerState as savePlayerStateRoute,
} from '#contract/player.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getPlayerState, savePlayerState } from './service.ts'

/** A client saves every 10 seconds and when the page is closed; a user may have several. */
const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
/** 1,000 ids, their order and 200 positions are below 64 KiB, without spaces. */
const bodyLimit = 128 * 1024

export function playerRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(getPlayerStateRoute, { handle: ({ viewer }) => getPlayerState(db, viewer) })
  registerRoute(savePlayerStateRoute, {
    handle: ({ body, viewer }) => savePlayerState(db, body, viewer),
    limit: writeLimit,
    privateWrite: true,
    bodyLimit,
    bodyTooLarge: 'This queue is too large to be saved.',
  })
}
