import { hostCookie } from '#server/platform/http/host-cookie.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { createAdminPolicy } from '#server/shared/administrators.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import { findSuspensionOfSession, type Suspension } from './repository.ts'
import { type CurrentSession, secretIdOf, touchSession, type UserRow } from './sessions.ts'

/** The part of a Fastify request that is read here. */
type CookieRequest = { cookies: Record<string, string | undefined> }
export type SignedInUser = { viewer: Viewer; user: UserRow; session: CurrentSession }

export type AuthContext = ReturnType<typeof createAuthContext>

/** The caller of a request, from its session cookie. Looked up at most once per request. */
export function createAuthContext(deps: {
  db: Db
  publicUrl: string
  sessionSecret: string
  administrators: Administrators
}) {
  const isAdmin = createAdminPolicy(deps.administrators)
  const secretId = secretIdOf(deps.sessionSecret)
  const { name } = hostCookie('sid', deps.publicUrl)
  const cache = new WeakMap<CookieRequest, Promise<SignedInUser | undefined>>()

  const read = async (sessionId: string): Promise<SignedInUser | undefined> => {
    const found = await touchSession(deps.db, sessionId, secretId)
    return found && { viewer: { id: found.user.id, isAdmin: isAdmin(found.user) }, ...found }
  }
  const signedInUser = async (request: CookieRequest) => {
    const id = request.cookies[name]
    if (!id) return undefined
    const signedIn = cache.get(request) ?? read(id)
    cache.set(request, signedIn)
    return signedIn
  }
  return {
    signedInUser,
    viewerOf: async (request: CookieRequest): Promise<Viewer | undefined> =>
      (await signedInUser(request))?.viewer,
    /** Undefined unless the caller was looked up, and their session has ended because they are suspended. */
    suspensionOf: async (request: CookieRequest): Promise<Suspension | undefined> => {
      const [id, lookup] = [request.cookies[name], cache.get(request)]
      if (!id || !lookup || (await lookup)) return undefined
      return findSuspensionOfSession(deps.db, hashToken(id))
    },
    administrators: deps.administrators,
    /** New sessions are bound to it. */
    secretId,
  }
}
