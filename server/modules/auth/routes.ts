import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getIdentityProvider } from '#contract/admin.ts'
import { callback, getCurrentUser, login, logout, preferNoContent } from '#contract/auth.ts'
import { unauthorized } from '#server/errors.ts'
import { presentCurrentUser } from '#server/modules/users/presenter.ts'
import { createRegisterRoute, type RegisterRoute } from '#server/platform/http/register-route.ts'
import { hostCookie } from '#server/platform/identity/cookies.ts'
import type { Identity } from '#server/platform/identity/create-identity.ts'
import { OAuthError, ProviderError } from '#server/platform/identity/errors.ts'
import { createErrorPageHandler } from '#server/platform/identity/pages/error-pages.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limit.ts'
import type { Viewer } from '#server/viewer.ts'
import { type Administrators, createViewerReader, type SignedIn } from './auth-context.ts'
import { authRequestMinutes, consumeAuthRequest, saveAuthRequest } from './auth-requests.ts'
import { findEmailProblem } from './policy.ts'
import { presentIdentityProvider } from './presenter.ts'
import { safeReturnTo } from './return-to.ts'
import { newToken } from './secret-token.ts'
import { endSession, maxSessionAge, startSession } from './sessions.ts'
import { upsertUserFromClaims } from './upsert-user.ts'

export type AuthContext = {
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  signedIn(request: FastifyRequest): Promise<SignedIn | undefined>
  administrators: Administrators
}

/** Who is calling: looked up when first asked, at most once per request, and not at all without a cookie. */
export function createAuthContext(deps: {
  db: Db
  publicUrl: string
  administrators: Administrators
}): AuthContext {
  const read = createViewerReader(deps.db, deps.administrators)
  const { name } = hostCookie('sid', deps.publicUrl)
  const known = new WeakMap<FastifyRequest, Promise<SignedIn | undefined>>()
  const signedIn = async (request: FastifyRequest) => {
    const id = request.cookies[name]
    if (!id) return undefined
    const answer = known.get(request) ?? read(id)
    known.set(request, answer)
    return answer
  }
  return {
    signedIn,
    viewerOf: async (request) => (await signedIn(request))?.viewer,
    administrators: deps.administrators,
  }
}

type Deps = {
  db: Db
  publicUrl: string
  identity: Identity
  callers: AuthContext
  limiter: RateLimiter
}

export function authRoutes(app: FastifyInstance, deps: Deps) {
  const { callers, limiter, identity } = deps
  const serving = { viewerOf: callers.viewerOf, limiter }
  const serveApi = createRegisterRoute(app, serving)

  serveApi(getCurrentUser, {
    async handle({ request, reply }) {
      const signedIn = await callers.signedIn(request)
      if (!signedIn) {
        if (request.headers[preferNoContent.name] !== preferNoContent.value) throw unauthorized()
        return reply.code(204).send()
      }
      return presentCurrentUser(signedIn.user, signedIn.viewer.isAdmin)
    },
  })

  serveApi(getIdentityProvider, {
    // Each request to the provider has its own timeout.
    noTimeout: true,
    handle: () => presentIdentityProvider(identity.status),
  })

  // Opened in a browser: errors are pages.
  app.register(async (scope) => {
    const sendErrorPage = createErrorPageHandler(identity.pages)
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof ProviderError) identity.status.recordFailure(error.message)
      return sendErrorPage(error, request, reply)
    })
    const serve = createRegisterRoute(scope, serving)
    loginRoute(serve, deps)
    callbackRoute(serve, deps)
    logoutRoute(serve, deps)
  })
}

function loginRoute(serve: RegisterRoute, { db, publicUrl, identity }: Deps) {
  const browserCookie = hostCookie('login', publicUrl)
  serve(login, {
    async handle({ query, request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      await identity.loginThrottle.recordStart(request.ip)
      const elsewhere = canonicalUrl(request, publicUrl)
      if (elsewhere) return redirect(reply, elsewhere)
      const { url, ...checks } = await identity.client.createAuthRequest({ prompt: query.prompt })
      // The same for all tabs of this browser, so that one does not undo the other.
      const browser = request.cookies[browserCookie.name] ?? newToken()
      await saveAuthRequest(db, checks, browser, safeReturnTo(query.returnTo))
      reply.setCookie(browserCookie.name, browser, {
        ...browserCookie.options,
        maxAge: authRequestMinutes * 60,
      })
      return redirect(reply, url)
    },
  })
}

/**
 * Begun under another name of this server (127.0.0.1 for localhost), a sign-in would come back without
 * its cookie. Sent on once only: a proxy may hide the name that people use.
 */
function canonicalUrl(request: FastifyRequest, publicUrl: string): string | undefined {
  const url = new URL(request.url, publicUrl)
  if (request.host === url.host || url.searchParams.has('moved')) return undefined
  url.searchParams.set('moved', 'yes')
  return url.href
}

function callbackRoute(serve: RegisterRoute, { db, publicUrl, identity, callers }: Deps) {
  const browserCookie = hostCookie('login', publicUrl)
  const sessionCookie = hostCookie('sid', publicUrl)
  serve(callback, {
    async handle({ request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      const answer = new URL(request.url, publicUrl).searchParams
      const state = answer.get('state')
      const browser = request.cookies[browserCookie.name]
      const attempt = state && browser ? await consumeAuthRequest(db, state, browser) : undefined
      if (!attempt) throw new OAuthError(new Error('no such sign-in is under way'))
      const { claims, idToken } = await identity.client.exchangeCode(answer, attempt)
      const userId = await upsertUserFromClaims(db, claims)
      const problem = findEmailProblem(claims, identity.status.issuer, callers.administrators)
      if (problem) {
        request.log.error(problem)
        identity.status.recordFailure(problem)
      }
      const before = request.cookies[sessionCookie.name]
      if (before) await endSession(db, before)
      reply.setCookie(sessionCookie.name, await startSession(db, userId, idToken), {
        ...sessionCookie.options,
        maxAge: maxSessionAge / 1000,
      })
      return redirect(reply, attempt.returnTo)
    },
  })
}

function logoutRoute(serve: RegisterRoute, { db, publicUrl, identity }: Deps) {
  const sessionCookie = hostCookie('sid', publicUrl)
  serve(logout, {
    async handle({ request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      reply.clearCookie(sessionCookie.name, sessionCookie.options)
      const id = request.cookies[sessionCookie.name]
      const { idToken } = id ? await endSession(db, id) : {}
      return redirect(reply, (await providerLogoutUrl(identity, idToken)) ?? '/')
    },
  })
}

/** A provider that is gone keeps nobody from leaving. */
async function providerLogoutUrl({ client }: Identity, idToken: string | undefined) {
  try {
    return await client.endSessionUrl(idToken)
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

function redirect(reply: FastifyReply, to: string) {
  return reply.header('cache-control', 'no-store').redirect(to, 302)
}
