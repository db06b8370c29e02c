import * as contract from '#contract/passkeys.ts'
import { notFound } from '#server/errors.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Identity } from '../provider/create-identity.ts'
import type { AuthContext, SignedInUser } from '../sessions/auth-context.ts'
import { assertRecentSignIn } from '../settings/policy.ts'
import { presentPasskey } from '../settings/presenter.ts'
import { findLocalAccount } from '../settings/service.ts'

type Request = Parameters<AuthContext['signedInUser']>[0]
type Deps = {
  builtIn: Identity['builtIn']
  signedIn(request: Request): Promise<SignedInUser>
}

/** The passkeys of the caller's account. Users of an external provider have theirs there. */
export function passkeyRoutes(registerRoute: RegisterRoute, { builtIn, signedIn }: Deps) {
  const limit = { max: 30, windowSeconds: 300, per: 'user' } as const

  const find = async (request: Request) => {
    const { user, session } = await signedIn(request)
    const account = await findLocalAccount(builtIn?.accounts, user)
    if (!builtIn || !account) return undefined
    return { account, session, passkeys: builtIn.passkeys, owner: `session ${session.sid}` }
  }
  const mustFind = async (request: Request, resource: string) => {
    const found = await find(request)
    if (!found) throw notFound(resource)
    return found
  }

  registerRoute(contract.listPasskeys, {
    async handle({ request }) {
      const found = await find(request)
      return found ? (await found.passkeys.list(found.account)).map(presentPasskey) : []
    },
  })

  registerRoute(contract.startPasskey, {
    limit,
    async handle({ request }) {
      const { account, session, passkeys, owner } = await mustFind(request, 'Account')
      assertRecentSignIn(session, 10)
      return passkeys.registrationOptions(account, owner)
    },
  })

  registerRoute(contract.addPasskey, {
    limit,
    async handle({ body, request }) {
      const { account, passkeys, owner } = await mustFind(request, 'Account')
      return presentPasskey(await passkeys.add(account, owner, body))
    },
  })

  registerRoute(contract.renamePasskey, {
    limit,
    async handle({ params, body, request }) {
      const { account, passkeys } = await mustFind(request, 'Passkey')
      const renamed = await passkeys.rename(account, params.id, body.name)
      if (!renamed) throw notFound('Passkey')
      return presentPasskey(renamed)
    },
  })

  registerRoute(contract.deletePasskey, {
    limit,
    async handle({ params, request }) {
      const { account, passkeys } = await mustFind(request, 'Passkey')
      if (!(await passkeys.remove(account, params.id))) throw notFound('Passkey')
      return undefined
    },
  })
}
