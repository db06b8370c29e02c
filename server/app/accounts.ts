import { createApiTokens } from '#server/modules/accounts/app-credentials/api-tokens.ts'
import { createViewerOf } from '#server/modules/accounts/app-credentials/authenticate-token.ts'
import { createAppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import {
  administratorEmails,
  createIdentity,
} from '#server/modules/accounts/provider/create-identity.ts'
import { createAuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import { linkRoutes } from '#server/modules/accounts/settings/link-routes.ts'
import { composeAccountMails } from '#server/modules/accounts/settings/mails.ts'
import { accountRoutes } from '#server/modules/accounts/settings/routes.ts'
import { createPublishPolicy } from '#server/modules/accounts/settings/service.ts'
import { authRoutes } from '#server/modules/accounts/sign-in/routes.ts'
import { createRegisterRoute } from '#server/platform/http/register-route.ts'
import type { AppDeps, Http } from './http.ts'

export type Accounts = Awaited<ReturnType<typeof registerAccounts>>

/** Signing in, and what users do with their accounts. */
export async function registerAccounts(
  { config, postgres: { db }, web, mailer, sessionSecret, passwordHasher }: AppDeps,
  { app, limiter }: Http,
) {
  const { publicUrl, brandName, legal, admins } = config
  const emails = administratorEmails(config.identity, admins.emails)
  const auth = createAuthContext({
    db,
    publicUrl,
    sessionSecret,
    administrators: { emails, userIds: admins.userIds },
  })
  const apiTokens = createApiTokens(db, sessionSecret)
  const viewerOf = createViewerOf({ auth, apiTokens, limiter })
  const registerRoute = createRegisterRoute(app, { viewerOf, limiter })
  const identity = await createIdentity(app, {
    identity: config.identity,
    db,
    publicUrl,
    sessionSecret,
    limiter,
    branding: {
      brandName,
      legal,
      stylesheet: web.asset('styles/auth-pages.css'),
      script: web.asset('auth-pages/forms.ts'),
      passkeyScript: web.asset('auth-pages/passkeys.ts'),
    },
    reservedEmails: emails,
    mailer,
    passwordHasher,
  })
  const localAccounts = identity.builtIn?.accounts
  const appPasswords = createAppPasswords(db, sessionSecret)
  authRoutes(app, { db, publicUrl, identity, auth, limiter })
  accountRoutes(registerRoute, {
    ...{ db, publicUrl, auth, identity, appPasswords, apiTokens, mailer, limiter },
  })
  if (localAccounts)
    linkRoutes(app, { db, publicUrl, auth, identity, localAccounts, mailer, limiter })
  mailer?.register(composeAccountMails({ db, publicUrl, brandName }))
  const assertCanPublish = createPublishPolicy(db, { localAccounts, hasMail: mailer !== undefined })
  return { auth, identity, registerRoute, assertCanPublish, appPasswords }
}
