import { artistStatsRoutes } from '#server/modules/artist-stats/routes.ts'
import { downloadRoutes } from '#server/modules/downloads/routes.ts'
import { imageRoutes } from '#server/modules/images/routes.ts'
import { likeRoutes } from '#server/modules/likes/routes.ts'
import { createLikes } from '#server/modules/likes/service.ts'
import { historyRoutes } from '#server/modules/listening/history/routes.ts'
import { playerStateRoutes } from '#server/modules/listening/player-state/routes.ts'
import { createPlayCounter } from '#server/modules/listening/plays/counter.ts'
import { startFlushLoop } from '#server/modules/listening/plays/flush-pending.ts'
import { createPlayRecorder } from '#server/modules/listening/recorder.ts'
import { retentionRoutes } from '#server/modules/listening/retention/routes.ts'
import { playRoutes } from '#server/modules/listening/routes.ts'
import { scrobblingRoutes } from '#server/modules/listening/scrobbling/routes.ts'
import { startScrobbling } from '#server/modules/listening/scrobbling/start.ts'
import { createShareLinks } from '#server/modules/share-links/open.ts'
import { shareLinkRoutes } from '#server/modules/share-links/routes.ts'
import { watchOpenStreams } from '#server/modules/streaming/open-streams.ts'
import { streamingRoutes } from '#server/modules/streaming/routes.ts'
import { subsonicRoutes } from '#server/modules/subsonic/routes.ts'
import { packageVersion } from '#server/platform/files/package-version.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
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
  const counter = createPlayCounter(db, timeZone)
  const recorder = createPlayRecorder({
    counter,
    limiter,
    listenerSalt: deriveKey(sessionSecret, 'embedded listeners'),
    onFailure: warn(app, 'counting a play failed'),
  })
  untilClose(app, startFlushLoop(db, { onFailure: warn(app, 'flushing pending plays failed') }))
  const files = { db, store, openStreams, shareLinks }
  streamingRoutes(registerRoute, { ...files, recordPlay: recorder.record })
  downloadRoutes(registerRoute, { ...files, toSquareJpeg, timeZone, limiter })
  imageRoutes(registerRoute, { db, store, shareLinks })
  shareLinkRoutes(registerRoute, { db, publicUrl, shareLinks, recorder })
  playRoutes(registerRoute, { db, counter, recorder, publicUrl })
  retentionRoutes(registerRoute, { db, timeZone, recorder, limiter, shareLinks })
  historyRoutes(registerRoute, { db })
  playerStateRoutes(registerRoute, { db })
  artistStatsRoutes(registerRoute, { db, timeZone })
  const { scrobbler } = untilClose(
    app,
    startScrobbling({
      ...config,
      ...{ db, sessionSecret, version: packageVersion },
      onFailure: warn(app, 'scrobbling failed'),
    }),
  )
  scrobblingRoutes(registerRoute, { db, auth, scrobbler })
  const likes = createLikes(db)
  likeRoutes(registerRoute, { db, likes })
  subsonicRoutes(app, {
    ...{ db, store, likes, recorder, assertCanPublish, openStreams, toSquareJpeg, limiter },
    ...{ appPasswords, scrobbler, publicUrl, brandName, timeZone },
    serverVersion: packageVersion,
    isProxied: config.subsonicProxy,
  })
}
