import { playTrack } from '#contract/audio.ts'
import * as library from '#contract/library.ts'
import * as player from '#contract/player.ts'
import { recordScrobble } from '#contract/scrobbling.ts'
import { recordRetention } from '#contract/stats.ts'
import type { AuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clearHistory, listHistory, setHistoryEnabled } from './history/service.ts'
import { createListenerCookie } from './listener.ts'
import { getPlayerState, listStartedTracks, savePlayerState } from './player-state/service.ts'
import { retentionLimit } from './retention/service.ts'
import { scrobblingRoutes } from './scrobbling/routes.ts'
import type { Listening } from './service.ts'

type Deps = { db: Db; auth: AuthContext; listening: Listening; publicUrl: string }

const write = { limit: { max: 60, windowSeconds: 60, per: 'user' }, writes: 'own' } as const
/** 1,000 ids, their order and 200 positions are below 64 KiB, without spaces. */
const stateBodyLimit = 128 * 1024

/** What clients report of a listen, each part at its own URL; share links have URLs of their own. */
export function listeningRoutes(registerRoute: RegisterRoute, { publicUrl, ...deps }: Deps) {
  const { db, listening } = deps
  savedRoutes(registerRoute, db)
  scrobblingRoutes(registerRoute, { ...deps, scrobbler: listening.scrobbler })
  const ensureCookie = createListenerCookie(publicUrl)

  registerRoute(playTrack, {
    writes: 'own',
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    async handle({ params: { id: trackId }, body, viewer, request, reply }) {
      const { embedded = false, referrer } = body ?? {}
      const report = embedded
        ? // Some browsers send the cookies of a frame in another site and some do not. None is used, so that a listener
          // is the same in both cases.
          { viewer: undefined, play: { source: 'embed' as const, referrer } }
        : {
            viewer,
            play: { source: 'site' as const, referrer, token: () => ensureCookie(request, reply) },
          }
      const counted = await listening.report({ trackId, client: request, ...report })
      return counted ?? listening.getUncounted(trackId, viewer)
    },
  })
  registerRoute(recordRetention, {
    writes: 'own',
    limit: retentionLimit,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    async handle({ params, body, viewer, request }) {
      await listening.report({ trackId: params.id, viewer, client: request, retention: body })
    },
  })
  registerRoute(library.recordListen, {
    ...write,
    async handle({ body: { trackId, ...history }, viewer, request }) {
      await assertCanView(db, trackId, viewer)
      await listening.report({ trackId, viewer, client: request, history })
    },
  })
  registerRoute(recordScrobble, {
    ...write,
    async handle({ body: { trackId, secondsAgo = 0, isPlaying }, viewer, request }) {
      await assertCanView(db, trackId, viewer)
      const startedAt = new Date(Date.now() - secondsAgo * 1000)
      const part = isPlaying ? { nowPlaying: true as const } : { scrobble: { startedAt } }
      await listening.report({ trackId, viewer, client: request, ...part })
    },
  })
}

/** What a user finds again: the history, and on all devices the queue and the positions in long tracks. */
function savedRoutes(registerRoute: RegisterRoute, db: Db) {
  registerRoute(library.listHistory, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listHistory(db, query, viewer)),
  })
  registerRoute(library.clearHistory, {
    handle: ({ viewer }) => clearHistory(db, viewer),
    ...write,
  })
  registerRoute(library.setHistoryEnabled, {
    handle: ({ body, viewer }) => setHistoryEnabled(db, body.enabled, viewer),
    ...write,
  })
  registerRoute(player.getPlayerState, { handle: ({ viewer }) => getPlayerState(db, viewer) })
  registerRoute(player.listStartedTracks, {
    handle: ({ viewer }) => listStartedTracks(db, viewer),
  })
  // A client saves every 10 seconds and when the page is closed; a user may have several.
  registerRoute(player.savePlayerState, {
    ...write,
    handle: ({ body, viewer }) => savePlayerState(db, body, viewer),
    bodyLimit: stateBodyLimit,
    bodyTooLarge: 'This queue is too large to be saved.',
  })
}
