import { getMailStatus } from '#contract/admin.ts'
import { createResetLink } from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { resetPasswordPath } from '../pages/link-forms.ts'
import type { LocalAccounts } from '../sign-in/local-accounts.ts'
import type { AccountMailer } from './mails.ts'
import { createResetToken } from './service.ts'

type Deps = {
  db: Db
  publicUrl: string
  localAccounts: LocalAccounts | undefined
  mailer: AccountMailer | undefined
}

/** Reset links for other users' accounts, and the status of mail. */
export function accountAdminRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, publicUrl, localAccounts, mailer } = deps

  registerRoute(createResetLink, {
    limit: { max: 60, windowSeconds: 300, per: 'user' },
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    async handle({ params, viewer }) {
      const { token, expiresAt } = await createResetToken({ db, localAccounts }, params.id, viewer)
      return { url: publicUrl + resetPasswordPath(token), expiresAt: expiresAt.toISOString() }
    },
  })

  registerRoute(getMailStatus, {
    async handle() {
      if (!mailer) return { isConfigured: false, waiting: 0, lastFailure: null }
      const { waiting, lastFailure } = await mailer.status()
      return {
        isConfigured: true,
        waiting,
        lastFailure: lastFailure
          ? { message: lastFailure.message, at: lastFailure.at.toISOString() }
          : null,
      }
    },
  })
}
