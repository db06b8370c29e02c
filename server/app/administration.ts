import { analyticsRoutes } from '#server/modules/analytics/routes.ts'
import { inviteRoutes } from '#server/modules/invites/routes.ts'
import { composeModerationMails } from '#server/modules/moderation/mails.ts'
import { moderationRoutes } from '#server/modules/moderation/routes.ts'
import { createManagedUserPresenter } from '#server/modules/users/presenter.ts'
import { userRoutes } from '#server/modules/users/routes.ts'
import type { Accounts } from './accounts.ts'
import type { AppDeps, Http } from './http.ts'

/** Users, and what an administrator does with them and their content. */
export function registerAdministration(
  { config, postgres: { db }, store, mailer }: AppDeps,
  { limiter }: Http,
  { auth: { administrators }, identity, registerRoute, assertCanPublish }: Accounts,
): void {
  const { publicUrl, brandName } = config
  const hasPasswords = identity.builtIn !== undefined
  const presentManagedUser = createManagedUserPresenter({ administrators, hasPasswords })
  analyticsRoutes(registerRoute, { db })
  userRoutes(registerRoute, { db, presentManagedUser, assertCanPublish })
  inviteRoutes(registerRoute, { db, publicUrl })
  moderationRoutes(registerRoute, {
    db,
    store,
    limiter,
    mailer,
    administrators,
    presentManagedUser,
    features: config.features,
  })
  mailer?.register(composeModerationMails({ db, publicUrl, brandName }))
}
