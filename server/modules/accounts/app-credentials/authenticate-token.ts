import type { RouteDefinition } from '#contract/route.ts'
import { scopeOf } from '#contract/token-scopes.ts'
import { forbidden, unauthorized } from '#server/errors.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import type { AuthContext } from '../sessions/auth-context.ts'
import type { ApiTokens } from './api-tokens.ts'

/** The part of a Fastify request that is read here. */
type Request = Parameters<AuthContext['viewerOf']>[0] & {
  ip: string
  headers: { authorization?: string | undefined }
  routeOptions: { config: { route?: RouteDefinition } }
}
type Deps = { auth: AuthContext; apiTokens: ApiTokens; limiter: RateLimiter }

/** The caller of a route of the API: of the token if there is one, else of the session. A token is never an administrator's. */
export function createViewerOf({ auth, apiTokens, limiter }: Deps) {
  return async (request: Request): Promise<Viewer | undefined> => {
    const { route } = request.routeOptions.config
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!route || token === undefined) return auth.viewerOf(request)
    const found = await apiTokens.find(token)
    if (!found) {
      limiter.checkDefault(request)
      throw unauthorized()
    }
    const scope = scopeOf(route)
    if (!scope) throw forbidden('API tokens are not accepted here.')
    if (!found.scopes.includes(scope))
      throw forbidden(`This needs an API token with the scope '${scope}'.`)
    return { id: found.userId, isAdmin: false }
  }
}
