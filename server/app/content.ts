import { createStorageQuota } from '#server/modules/accounts/settings/service.ts'
import { creditRoutes } from '#server/modules/credits/routes.ts'
import { deletionRoutes } from '#server/modules/deletion/routes.ts'
import { exportLinkRoute, exportRoutes } from '#server/modules/exports/routes.ts'
import { startExports } from '#server/modules/exports/service.ts'
import { libraryRoutes } from '#server/modules/library/routes.ts'
import { playlistRoutes } from '#server/modules/playlists/routes.ts'
import { processingRoutes } from '#server/modules/processing/routes.ts'
import { startPublishing } from '#server/modules/publishing/service.ts'
import { searchRoutes } from '#server/modules/search/routes.ts'
import { trackRoutes } from '#server/modules/tracks/routes.ts'
import { uploadRoutes } from '#server/modules/uploads/routes.ts'
import { versionRoutes } from '#server/modules/versions/routes.ts'
import { createSignedPages } from '#server/shared/cursor.ts'
import type { Accounts } from './accounts.ts'
import { untilClose, warn } from './background.ts'
import type { AppDeps, Http } from './http.ts'

/** Tracks and playlists: uploading, finding and collecting them. */
export function registerContent(deps: AppDeps, http: Http, accounts: Accounts): void {
  registerFiles(deps, http, accounts)
  registerCollections(deps, http, accounts)
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

/** Tracks, playlists, and how users collect them. */
function registerCollections(
  { config: { features }, postgres: { db }, store, sessionSecret }: AppDeps,
  { app }: Http,
  { registerRoute, assertCanPublish }: Accounts,
): void {
  trackRoutes(registerRoute, {
    ...{ db, store, assertCanPublish },
    signedPages: createSignedPages(sessionSecret),
  })
  playlistRoutes(registerRoute, { db, store, assertCanPublish })
  creditRoutes(registerRoute, { db })
  deletionRoutes(registerRoute, { db })
  libraryRoutes(registerRoute, { db, hasReposts: features.includes('reposts') })
  searchRoutes(registerRoute, { db })
  untilClose(app, startPublishing(db, { onFailure: warn(app, 'scheduled publishing failed') }))
}
