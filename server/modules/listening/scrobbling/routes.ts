import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/scrobbling.ts'
import { notFound, unauthorized } from '#server/errors.ts'
import type { AuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import { assertRecentSignIn } from '#server/modules/accounts/settings/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Scrobbler } from './service.ts'

type Deps = { auth: AuthContext; scrobbler: Scrobbler }

export function scrobblingRoutes(registerRoute: RegisterRoute, { auth, scrobbler }: Deps) {
  const assertRecent = async (request: FastifyRequest) => {
    const caller = await auth.signedInUser(request)
    if (!caller) throw unauthorized()
    assertRecentSignIn(caller.session, 10)
  }

  registerRoute(contract.getScrobbling, { handle: ({ viewer }) => scrobbler.get(viewer.id) })
  registerRoute(contract.connectScrobbling, {
    limit: { max: 20, windowSeconds: 300, per: 'user' },
    writes: 'own',
    // The service may take its time.
    noTimeout: true,
    async handle({ params, body, viewer, request }) {
      await assertRecent(request)
      return scrobbler.connect(viewer.id, params.service, body)
    },
  })
  registerRoute(contract.disconnectScrobbling, {
    limit: { max: 60, windowSeconds: 300, per: 'user' },
    writes: 'own',
    async handle({ params, viewer }) {
      if (!(await scrobbler.disconnect(viewer.id, params.service))) throw notFound('Service')
      return undefined
    },
  })
}
