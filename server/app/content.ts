import { createStorageQuota } from '#server/modules/accounts/settings/service.ts'
import { blockRoutes } from '#server/modules/blocks/routes.ts'
import { commentRoutes } from '#server/modules/comments/routes.ts'
import { creditRoutes } from '#server/modules/credits/routes.ts'
import { deletionRoutes } from '#server/modules/deletion/routes.ts'
import { exportLinkRoute, exportRoutes } from '#server/modules/exports/routes.ts'
import { startExports } from '#server/modules/exports/service.ts'
import { followRoutes } from '#server/modules/follows/routes.ts'
import { libraryRoutes } from '#server/modules/library/routes.ts'
import { composeDigests } from '#server/modules/notifications/digest.ts'
import { kindsOf } from '#server/modules/notifications/kinds.ts'
import { notificationRoutes } from '#server/modules/notifications/routes.ts'
import { createUnsubscribeTokens } from '#server/modules/notifications/unsubscribe.ts'
import { unsubscribeRoutes } from '#server/modules/notifications/unsubscribe-routes.ts'
import { pinRoutes } from '#server/modules/pins/routes.ts'
import { playlistRoutes } from '#server/modules/playlists/routes.ts'
import { processingRoutes } from '#server/modules/processing/routes.ts'
import { startPublishing } from '#server/modules/publishing/service.ts'
import { pushRoutes } from '#server/modules/push/routes.ts'
import { startPush } from '#server/modules/push/start.ts'
import { repostRoutes } from '#server/modules/reposts/routes.ts'
import { searchRoutes } from '#server/modules/search/routes.ts'
import { trackRoutes } from '#server/modules/tracks/routes.ts'
import { uploadRoutes } from '#server/modules/uploads/routes.ts'
import { versionRoutes } from '#server/modules/versions/routes.ts'
import { packageVersion } from '#server/platform/files/package-version.ts'
import { createSignedPages } from '#server/shared/cursor.ts'
import type { Accounts } from './accounts.ts'
import { untilClose, warn } from './background.ts'
import type { AppDeps, Http } from './http.ts'

/** Tracks and playlists: uploading, finding and collecting them, and what their users are told. */
export function registerContent(deps: AppDeps, http: Http, accounts: Accounts): void {
  registerFiles(deps, http, accounts)
  registerCollections(deps, http, accounts)
  registerNotifications(deps, http, accounts)
}

/** Uploaded files, and a user's data as files. */
function registerFiles(
  { config, postgres, store, media }: AppDeps,
  { app, limiter }: Http,
  { auth, identity: { branding }, registerRoute, assertCanPublish }: Accounts,
): void {
  const { db } = postgres
  uploadRoutes(app, registerRoute, {
    db,
    store,
    media,
    rateLimitScale: config.rateLimitScale,
    storageQuota: createStorageQuota(db, config.uploadQuotaBytes, auth.administrators),
    hasFreeSpace: (bytes) => postgres.hasFreeSpace(bytes),
    assertCanPublish,
  })
  versionRoutes(registerRoute, { db, store, assertCanPublish })
  processingRoutes(registerRoute, { db })
  const { wake } = untilClose(
    app,
    startExports({ db, store }, { onFailure: warn(app, 'preparing an export failed') }),
  )
  exportRoutes(registerRoute, { db, wake })
  exportLinkRoute(app, { viewerOf: auth.viewerOf, limiter }, { db, store, branding })
}

/** Tracks, playlists, and how users collect and mark them. */
function registerCollections(
  { config: { features }, postgres: { db }, store, sessionSecret }: AppDeps,
  { app, limiter }: Http,
  { registerRoute, assertCanPublish }: Accounts,
): void {
  const hasReposts = features.includes('reposts')
  trackRoutes(registerRoute, {
    ...{ db, store, assertCanPublish },
    signedPages: createSignedPages(sessionSecret),
  })
  playlistRoutes(registerRoute, { db, store, assertCanPublish })
  creditRoutes(registerRoute, { db })
  pinRoutes(registerRoute, { db })
  deletionRoutes(registerRoute, { db })
  libraryRoutes(registerRoute, { db, hasReposts })
  followRoutes(registerRoute, { db })
  blockRoutes(registerRoute, { db })
  searchRoutes(registerRoute, { db })
  if (features.includes('comments')) commentRoutes(registerRoute, { db, limiter, assertCanPublish })
  if (hasReposts) repostRoutes(registerRoute, { db })
  untilClose(app, startPublishing(db, { onFailure: warn(app, 'scheduled publishing failed') }))
}

/** What users are told: on the page, by mail, and on their devices. */
function registerNotifications(
  { config, postgres: { db }, mailer, sessionSecret }: AppDeps,
  { app, limiter }: Http,
  { auth, registerRoute }: Accounts,
): void {
  const { publicUrl, brandName } = config
  const kinds = kindsOf(config.features)
  const tokens = createUnsubscribeTokens(sessionSecret)
  unsubscribeRoutes(app, { db, limiter, tokens })
  mailer?.register(composeDigests({ db, kinds, publicUrl, brandName, tokens }))
  notificationRoutes(registerRoute, { db, hasMail: mailer !== undefined, kinds })
  const { push } = untilClose(
    app,
    startPush({
      ...config,
      ...{ db, kinds, sessionSecret, version: packageVersion },
      onFailure: warn(app, 'sending a push message failed'),
    }),
  )
  pushRoutes(registerRoute, { auth, push })
}
