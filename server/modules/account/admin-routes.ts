import { getMailStatus } from '#contract/admin.ts'
import { createResetLink } from '#contract/users.ts'
import { notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/audit/service.ts'
import { requireUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { createLinkToken } from '#server/platform/identity/built-in/link-tokens.ts'
import type { LocalAccounts } from '#server/platform/identity/built-in/local-accounts.ts'
import { resetPasswordPath } from '#server/platform/identity/pages/link-forms.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findIdentity } from './repository.ts'
import { findLocalAccount } from './service.ts'

type Deps = {
  db: Db
  publicUrl: string
  localAccounts: LocalAccounts | undefined
  mailer: Mailer | undefined
}

const linkMinutes = 24 * 60

/** What administrators do for accounts of others. */
export function accountAdminRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, publicUrl, localAccounts, mailer } = deps

  registerRoute(createResetLink, {
    limit: { max: 60, windowSeconds: 300, per: 'user' },
    guard: ({ params, viewer }) => requireUser(db, params.id, viewer),
    async handle({ params, viewer }) {
      const identity = await findIdentity(db, params.id)
      const account = identity && (await findLocalAccount(localAccounts, identity))
      if (!account) throw notFound('Account')
      // It was not mailed, so it proves no address.
      const link = { kind: 'reset-password' as const, accountId: account.id, email: null }
      const token = await db.transaction(async (tx) => {
        await recordAction(tx, viewer, {
          action: 'user.reset-link',
          target: { kind: 'user', id: params.id },
        })
        return createLinkToken(tx, { ...link, minutes: linkMinutes })
      })
      const expiresAt = new Date(Date.now() + linkMinutes * 60_000)
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
