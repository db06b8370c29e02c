import { artistStatsRoutes } from '#server/modules/artist-stats/routes.ts'
import { downloadRoutes } from '#server/modules/downloads/routes.ts'
import { imageRoutes } from '#server/modules/images/routes.ts'
import { listeningRoutes } from '#server/modules/listening/routes.ts'
import { startListening } from '#server/modules/listening/service.ts'
import type { Likes } from '#server/modules/reactions/likes.ts'
import { createShareLinks } from '#server/modules/share-links/open.ts'
import { shareLinkRoutes } from '#server/modules/share-links/routes.ts'
import { watchOpenStreams } from '#server/modules/streaming/open-streams.ts'
import { streamingRoutes } from '#server/modules/streaming/routes.ts'
import { subsonicRoutes } from '#server/modules/subsonic/routes.ts'
import { packageVersion } from '#server/platform/files/package-version.ts'
import type { Accounts } from './accounts.ts'
import { untilClose, warn } from './background.ts'
import type { AppDeps, Http } from './http.ts'

type Deps = Pick<AppDeps, 'config' | 'postgres' | 'store' | 'sessionSecret' | 'streamCheckMs'>
type HttpDeps = Pick<Http, 'app' | 'limiter' | 'toSquareJpeg'>
type AccountDeps = Pick<Accounts, 'auth' | 'registerRoute' | 'assertCanPublish' | 'appPasswords'>

/** Files that are played and downloaded, what is counted of it, and apps that play. */
export function registerListening(
  { config, postgres: { db }, store, sessionSecret, streamCheckMs }: Deps,
  { app, limiter, toSquareJpeg }: HttpDeps,
  { auth, registerRoute, assertCanPublish, appPasswords }: AccountDeps,
  likes: Likes,
): void {
  const { publicUrl, brandName, statsTimeZone: timeZone } = config
  const shareLinks = createShareLinks({ db, limiter, publicUrl })
  const openStreams = untilClose(
    app,
    watchOpenStreams(db, {
      intervalMs: streamCheckMs,
      onFailure: warn(app, 'checking open streams failed'),
    }),
  )
  const listening = untilClose(
    app,
    startListening({
      ...config,
      ...{ db, limiter, sessionSecret, version: packageVersion },
      warn: (message) => warn(app, message),
    }),
  )
  const files = { db, store, openStreams, shareLinks }
  streamingRoutes(registerRoute, { ...files, listening })
  downloadRoutes(registerRoute, { ...files, toSquareJpeg, timeZone, limiter })
  imageRoutes(registerRoute, { db, store, shareLinks })
  shareLinkRoutes(registerRoute, { db, publicUrl, shareLinks, listening })
  listeningRoutes(registerRoute, { db, auth, listening, publicUrl })
  artistStatsRoutes(registerRoute, { db, timeZone })
  subsonicRoutes(app, {
    ...{ db, store, likes, listening, assertCanPublish, openStreams, toSquareJpeg, limiter },
    ...{ appPasswords, publicUrl, brandName, timeZone },
    serverVersion: packageVersion,
    isProxied: config.subsonicProxy,
  })
}
