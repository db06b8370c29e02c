import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/app-credentials.ts'
import { notFound } from '#server/errors.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { SignedInUser } from '../sessions/auth-context.ts'
import { assertRecentSignIn } from '../settings/policy.ts'
import type { ApiTokens } from './api-tokens.ts'
import { presentApiToken, presentAppPassword } from './presenter.ts'
import type { AppPasswords } from './service.ts'

type Deps = {
  appPasswords: AppPasswords
  apiTokens: ApiTokens
  signedIn(request: FastifyRequest): Promise<SignedInUser>
}

const write = {
  limit: { max: 60, windowSeconds: 300, per: 'user' },
  writes: 'own',
} as const

/** What the caller's programs sign in with. */
export function appCredentialRoutes(
  registerRoute: RegisterRoute,
  { appPasswords, apiTokens, signedIn }: Deps,
) {
  registerRoute(contract.listAppPasswords, {
    async handle({ viewer }) {
      return (await appPasswords.list(viewer.id)).map(presentAppPassword)
    },
  })
  registerRoute(contract.createAppPassword, {
    ...write,
    async handle({ body, request }) {
      const { user, session } = await signedIn(request)
      assertRecentSignIn(session, 10)
      const { row, password } = await appPasswords.create(user.id, body.name)
      return { ...presentAppPassword(row), password }
    },
  })
  registerRoute(contract.deleteAppPassword, {
    ...write,
    async handle({ params, viewer }) {
      if (!(await appPasswords.remove(viewer.id, params.id))) throw notFound('App password')
      return undefined
    },
  })
  registerRoute(contract.listApiTokens, {
    async handle({ viewer }) {
      return (await apiTokens.list(viewer.id)).map(presentApiToken)
    },
  })
  registerRoute(contract.createApiToken, {
    ...write,
    async handle({ body, request }) {
      const { user, session } = await signedIn(request)
      assertRecentSignIn(session, 10)
      const { row, token } = await apiTokens.create(user.id, body)
      return { ...presentApiToken(row), token }
    },
  })
  registerRoute(contract.deleteApiToken, {
    ...write,
    async handle({ params, viewer }) {
      if (!(await apiTokens.remove(viewer.id, params.id))) throw notFound('API token')
      return undefined
    },
  })
}
