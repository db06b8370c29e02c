import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/account.ts'
import { getMailStatus } from '#contract/admin.ts'
import { createResetLink } from '#contract/users.ts'
import { notFound, unauthorized } from '#server/errors.ts'
import { deleteOwnUser } from '#server/modules/deletion/service.ts'
import { getUser } from '#server/modules/users/service.ts'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { ApiTokens } from '../app-credentials/api-tokens.ts'
import { appCredentialRoutes } from '../app-credentials/routes.ts'
import type { AppPasswords } from '../app-credentials/service.ts'
import { resetPasswordPath } from '../pages/link-forms.ts'
import { passkeyRoutes } from '../passkeys/routes.ts'
import type { Identity } from '../provider/create-identity.ts'
import type { AuthContext, SignedInUser } from '../sessions/auth-context.ts'
import { endOtherSessions, endSessionOfUser, listSessions } from '../sessions/sessions.ts'
import { changeOwnPassword } from './change-password.ts'
import { changeEmail } from './email.ts'
import { type AccountMailer, limitMails } from './mails.ts'
import { assertRecentSignIn, assertUsername } from './policy.ts'
import { presentAccount, presentSession, providerAccountUrl } from './presenter.ts'
import { createResetToken, findLocalAccount } from './service.ts'

type Deps = {
  db: Db
  publicUrl: string
  auth: AuthContext
  identity: Identity
  appPasswords: AppPasswords
  apiTokens: ApiTokens
  mailer: AccountMailer | undefined
  limiter: RateLimiter
}

/** The account settings of the caller. */
export function accountRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, auth, identity, publicUrl, mailer } = deps
  const { builtIn } = identity
  const sendMail = mailer && limitMails(mailer, deps.limiter)
  /** The route admits signed-in users only, but the session may end meanwhile. */
  const signedIn = async (request: FastifyRequest) => {
    const caller = await auth.signedInUser(request)
    if (!caller) throw unauthorized()
    return caller
  }

  const present = async ({ user }: Pick<SignedInUser, 'user'>) =>
    presentAccount(
      { user },
      {
        account: await findLocalAccount(builtIn?.accounts, user),
        providerUrl: providerAccountUrl(identity.status.issuer),
        hasMail: mailer !== undefined,
      },
    )

  registerRoute(contract.getAccount, {
    async handle({ request }) {
      return present(await signedIn(request))
    },
  })

  registerRoute(contract.changeEmail, {
    limit: { max: 10, windowSeconds: 3600, per: 'user' },
    async handle({ body, request, reply }) {
      const { user } = await signedIn(request)
      const account = await findLocalAccount(builtIn?.accounts, user)
      if (!builtIn || !account) throw notFound('Account')
      await builtIn.accounts.assertPassword(account, body.password, reply)
      await changeEmail(db, sendMail, account, body.email)
      return present({ user })
    },
  })

  registerRoute(contract.sendVerification, {
    limit: { max: 5, windowSeconds: 3600, per: 'user' },
    async handle({ request }) {
      const { user } = await signedIn(request)
      const account = await findLocalAccount(builtIn?.accounts, user)
      if (!sendMail || !account) throw notFound('Account')
      const kind = account.pendingEmail ? 'change-email' : 'verify-email'
      await sendMail({ kind, to: account.pendingEmail ?? account.email, accountId: account.id })
      return undefined
    },
  })

  registerRoute(contract.changePassword, {
    limit: { max: 30, windowSeconds: 300, per: 'user' },
    async handle({ body, request, reply }) {
      const { user, session } = await signedIn(request)
      const account = await findLocalAccount(builtIn?.accounts, user)
      if (!builtIn || !account) throw notFound('Password')
      await builtIn.accounts.assertPassword(account, body.currentPassword, reply)
      const newHash = await builtIn.accounts.hashNewPassword(account, body.newPassword, reply)
      await changeOwnPassword(db, { account, newHash, user, session })
      // This browser stays one in which the account has signed in.
      builtIn.devices.setCookie(reply, { ...account, passwordHash: newHash })
      return undefined
    },
  })

  passkeyRoutes(registerRoute, { builtIn, signedIn })
  appCredentialRoutes(registerRoute, { ...deps, signedIn })

  registerRoute(contract.listSessions, {
    async handle({ request }) {
      const { user, session } = await signedIn(request)
      const rows = await listSessions(db, user.id, session.sid)
      return rows.map((row) => presentSession(row, session.sid))
    },
  })

  registerRoute(contract.endSession, {
    limit: { max: 120, windowSeconds: 300, per: 'user' },
    async handle({ params, request, reply }) {
      const { user, session } = await signedIn(request)
      if (!(await endSessionOfUser(db, user, params.id))) throw notFound('Session')
      if (params.id === session.sid) clearSessionCookie(reply)
      return undefined
    },
  })

  registerRoute(contract.endOtherSessions, {
    limit: { max: 120, windowSeconds: 300, per: 'user' },
    async handle({ body, request }) {
      const { user, session } = await signedIn(request)
      await endOtherSessions(db, user, { current: session, revokeApps: body?.revokeApps ?? true })
      return undefined
    },
  })

  registerRoute(contract.deleteAccount, {
    limit: { max: 30, windowSeconds: 300, per: 'user' },
    async handle({ body, request, reply }) {
      const { user, session, viewer } = await signedIn(request)
      assertUsername(user, body.username)
      const account = await findLocalAccount(builtIn?.accounts, user)
      if (builtIn && account)
        await builtIn.accounts.assertPassword(account, body.password ?? '', reply)
      else assertRecentSignIn(session, 5)
      await deleteOwnUser(db, user.id, viewer.isAdmin ? auth.administrators : undefined)
      clearSessionCookie(reply)
      return undefined
    },
  })

  adminRoutes(registerRoute, deps)

  const { name, options } = hostCookie('sid', publicUrl)
  function clearSessionCookie(reply: { clearCookie(name: string, options: object): unknown }) {
    reply.clearCookie(name, options)
  }
}

/** Reset links for other users' accounts, and the status of mail. */
function adminRoutes(registerRoute: RegisterRoute, { db, publicUrl, identity, mailer }: Deps) {
  registerRoute(createResetLink, {
    limit: { max: 60, windowSeconds: 300, per: 'user' },
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    async handle({ params, viewer }) {
      const localAccounts = identity.builtIn?.accounts
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
