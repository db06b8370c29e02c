import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/push.ts'
import { unauthorized } from '#server/errors.ts'
import type { AuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Push } from './service.ts'

const write = {
  limit: { max: 60, windowSeconds: 300, per: 'user' },
  writes: 'own',
} as const

/** Notifications on this device. */
export function pushRoutes(
  registerRoute: RegisterRoute,
  { auth, push }: { auth: AuthContext; push: Push },
) {
  const callerOf = async (request: FastifyRequest) => {
    const caller = await auth.signedInUser(request)
    if (!caller) throw unauthorized()
    return { userId: caller.user.id, sid: caller.session.sid }
  }
  registerRoute(contract.getPush, {
    handle: async ({ request }) => push.get(await callerOf(request)),
  })
  registerRoute(contract.savePush, {
    ...write,
    handle: async ({ body, request }) => push.save(await callerOf(request), body),
  })
  registerRoute(contract.deletePush, {
    ...write,
    handle: async ({ request }) => push.remove(await callerOf(request)),
  })
}
