import { commentRoutes } from '#server/modules/comments/routes.ts'
import { composeDigests } from '#server/modules/notifications/digest.ts'
import { kindsOf } from '#server/modules/notifications/kinds.ts'
import { notificationRoutes } from '#server/modules/notifications/routes.ts'
import { createUnsubscribeTokens } from '#server/modules/notifications/unsubscribe.ts'
import { unsubscribeRoutes } from '#server/modules/notifications/unsubscribe-routes.ts'
import { pushRoutes } from '#server/modules/push/routes.ts'
import { startPush } from '#server/modules/push/start.ts'
import { createLikes, type Likes } from '#server/modules/reactions/likes.ts'
import { reactionRoutes, repostRoutes } from '#server/modules/reactions/routes.ts'
import { packageVersion } from '#server/platform/files/package-version.ts'
import type { Accounts } from './accounts.ts'
import { untilClose, warn } from './background.ts'
import type { AppDeps, Http } from './http.ts'

/** What users do with what others make, and who is told of it. Apps like tracks too. */
export function registerReactions(deps: AppDeps, http: Http, accounts: Accounts): Likes {
  const { features } = deps.config
  const { db } = deps.postgres
  const { registerRoute, assertCanPublish } = accounts
  const likes = createLikes(db)
  reactionRoutes(registerRoute, { db, likes })
  if (features.includes('reposts')) repostRoutes(registerRoute, { db })
  if (features.includes('comments'))
    commentRoutes(registerRoute, { db, limiter: http.limiter, assertCanPublish })
  registerNotifications(deps, http, accounts)
  return likes
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
