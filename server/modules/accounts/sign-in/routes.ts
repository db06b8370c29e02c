import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getIdentityProvider } from '#contract/admin.ts'
import { callback, getCurrentUser, login, logout } from '#contract/auth.ts'
import { urlFor } from '#contract/client.ts'
import { preferNoContent, suspendedHeader, welcomeCookie } from '#contract/limits.ts'
import type { QueryOf } from '#contract/route.ts'
import * as routes from '#contract/routes.ts'
import { unauthorized } from '#server/errors.ts'
import { consumeInvite } from '#server/modules/invites/service.ts'
import { presentCurrentUser } from '#server/modules/users/presenter.ts'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import { createRegisterRoute, type RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { OAuthError, ProviderError } from '../errors.ts'
import { createErrorPageHandler, sendPage } from '../pages/error-pages.ts'
import { confirmLogoutPage } from '../pages/messages.ts'
import type { Claims } from '../provider/claims.ts'
import type { Identity } from '../provider/create-identity.ts'
import type { AuthContext } from '../sessions/auth-context.ts'
import { endSession, maxSessionAge, startSessionFromClaims } from '../sessions/sessions.ts'
import {
  authRequestMinutes,
  consumeAuthRequest,
  safeReturnTo,
  saveAuthRequest,
} from './auth-requests.ts'
import { type Admission, upsertUserFromClaims } from './identities.ts'
import { findEmailProblem, mayRegisterWhileClosed } from './policy.ts'

type Deps = {
  db: Db
  publicUrl: string
  identity: Identity
  auth: AuthContext
  limiter: RateLimiter
}

export function authRoutes(app: FastifyInstance, deps: Deps) {
  const { auth, limiter, identity } = deps
  const options = { viewerOf: auth.viewerOf, limiter }
  const registerApi = createRegisterRoute(app, options)

  app.addHook('onSend', async (request, reply) => {
    const suspension = await auth.suspensionOf(request).catch(() => undefined)
    if (suspension)
      reply.header(suspendedHeader, `reason=${encodeURIComponent(suspension.reason ?? '')}`)
  })

  registerApi(getCurrentUser, {
    async handle({ request, reply }) {
      const signedIn = await auth.signedInUser(request)
      if (!signedIn) {
        if (request.headers[preferNoContent.name] !== preferNoContent.value) throw unauthorized()
        return reply.code(204).send()
      }
      return presentCurrentUser(signedIn.user, signedIn.viewer.isAdmin)
    },
  })

  registerApi(getIdentityProvider, {
    // Each request to the provider has its own timeout.
    noTimeout: true,
    handle: () => identity.status.read(),
  })

  // Opened in a browser: errors are pages.
  app.register(async (scope) => {
    const sendErrorPage = createErrorPageHandler(identity.branding)
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof ProviderError) identity.status.recordFailure(error.message)
      return sendErrorPage(error, request, reply)
    })
    const register = createRegisterRoute(scope, options)
    loginRoute(register, deps)
    callbackRoute(register, deps)
    logoutRoute(register, deps)
  })
}

function loginRoute(register: RegisterRoute, { db, publicUrl, identity }: Deps) {
  const browserCookie = hostCookie('login', publicUrl)
  const inviteCookie = hostCookie('invite', publicUrl)
  register(login, {
    async handle({ query, request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      const device = await identity.builtIn?.devices.findAny(request.cookies)
      await identity.loginThrottle.recordStart(request.ip, device)
      const canonical = canonicalUrl(request, publicUrl)
      if (canonical) return redirect(reply, canonical)
      const { reason, subject } = query
      const returnTo = safeReturnTo(query.returnTo)
      const { url, ...pkce } = await identity.client.createAuthRequest(
        promptFor(identity, query.prompt),
        // Our own forms say why the user is asked to sign in.
        identity.builtIn
          ? { returnTo, ...(reason && { reason }), ...(subject && { subject }) }
          : {},
      )
      // Shared by all tabs of this browser, so that they can sign in at the same time.
      const browser = request.cookies[browserCookie.name] ?? newToken()
      await saveAuthRequest(db, pkce, browser, returnTo)
      reply.setCookie(browserCookie.name, browser, {
        ...browserCookie.options,
        maxAge: authRequestMinutes * 60,
      })
      // The token itself is stored in the browser only: the database has its hash.
      if (query.invite)
        reply.setCookie(inviteCookie.name, query.invite, {
          ...inviteCookie.options,
          maxAge: authRequestMinutes * 60,
        })
      return redirect(reply, url)
    },
  })
}

/** While registration is closed, an external provider should not create an account that gets 403 here. */
const promptFor = ({ registration, builtIn }: Identity, prompt: QueryOf<typeof login>['prompt']) =>
  prompt === 'create' && registration === 'closed' && !builtIn ? undefined : prompt

/**
 * The login URL on the public host, if the request has another host (127.0.0.1 for localhost): the callback
 * would come without the cookie. Redirects once only, because a proxy can hide the original host.
 */
function canonicalUrl(request: FastifyRequest, publicUrl: string): string | undefined {
  const url = new URL(request.url, publicUrl)
  if (request.host === url.host || url.searchParams.has('moved')) return undefined
  url.searchParams.set('moved', 'yes')
  return url.href
}

function callbackRoute(register: RegisterRoute, { db, publicUrl, identity, auth }: Deps) {
  const browserCookie = hostCookie('login', publicUrl)
  const sessionCookie = hostCookie('sid', publicUrl)
  const inviteCookie = hostCookie('invite', publicUrl)

  function reportEmailProblem(request: FastifyRequest, claims: Claims) {
    // With the built-in provider this is no problem to report: it verifies only the administrator's address.
    if (identity.builtIn) return
    const problem = findEmailProblem(claims, auth.administrators)
    if (!problem) return
    request.log.error(problem)
    identity.status.recordFailure(problem)
  }

  register(callback, {
    // The first time it creates a profile.
    writes: 'content',
    async handle({ request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      const params = new URL(request.url, publicUrl).searchParams
      const state = params.get('state')
      const browser = request.cookies[browserCookie.name]
      const authRequest =
        state && browser ? await consumeAuthRequest(db, state, browser) : undefined
      if (!authRequest) throw new OAuthError(new Error('unknown or expired state'))
      const { claims, idToken } = await identity.client.exchangeCode(params, authRequest)
      const isAdmitted =
        identity.registration === 'open' || mayRegisterWhileClosed(claims, auth.administrators)
      const invite = request.cookies[inviteCookie.name] ?? ''
      const admission: Admission = isAdmitted
        ? 'open'
        : identity.registration === 'invite'
          ? (tx) => consumeInvite(tx, invite, claims)
          : 'closed'
      const { id: userId, isNew } = await upsertUserFromClaims(db, claims, admission)
      if (invite) reply.clearCookie(inviteCookie.name, inviteCookie.options)
      reportEmailProblem(request, claims)
      const previous = request.cookies[sessionCookie.name]
      const { secretId } = auth
      const userAgent = request.headers['user-agent']
      const session = { userId, idToken, secretId, userAgent, previous }
      const id = await startSessionFromClaims(db, claims, session).finally(
        () => previous && endSession(db, previous),
      )
      reply.setCookie(sessionCookie.name, id, {
        ...sessionCookie.options,
        maxAge: maxSessionAge / 1000,
      })
      // For the page, which tells new users their username.
      if (isNew)
        reply.setCookie(welcomeCookie, '1', {
          ...sessionCookie.options,
          httpOnly: false,
          maxAge: 60,
        })
      return redirect(reply, authRequest.returnTo)
    },
  })
}

function logoutRoute(register: RegisterRoute, { db, publicUrl, identity }: Deps) {
  const sessionCookie = hostCookie('sid', publicUrl)
  register(logout, {
    async handle({ query, request, reply }) {
      if (request.method === 'HEAD') return redirect(reply, '/')
      const id = request.cookies[sessionCookie.name]
      if (id && !isOwnNavigation(request, publicUrl) && query.confirm !== logoutToken(id))
        return sendPage(
          reply.code(403),
          identity.branding,
          confirmLogoutPage(urlFor(routes.logout, { query: { confirm: logoutToken(id) } })),
        )
      reply.clearCookie(sessionCookie.name, sessionCookie.options)
      const { idToken } = id ? await endSession(db, id) : {}
      return redirect(reply, (await providerLogoutUrl(identity, idToken)) ?? '/')
    },
  })
}

/** A CSRF token: only the browser with this session can send it, because other sites cannot read it. */
const logoutToken = (sessionId: string) => hashToken(`logout ${sessionId}`)

/**
 * Whether a GET request was made on this site or by its user (a typed address, a bookmark), and not by another site.
 * Browsers that omit Sec-Fetch-Site (http without TLS) send a Referer for links on this site; programs send neither,
 * and do not ask for HTML. Images and scripts on other sites do not either, but come without the cookie (SameSite).
 */
function isOwnNavigation({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const initiator = headers['sec-fetch-site']
  if (initiator !== undefined) return initiator === 'same-origin' || initiator === 'none'
  if (headers.referer === undefined) return !headers.accept?.includes('text/html')
  const from = URL.parse(headers.referer)
  return from?.origin === publicUrl || from?.host === host
}

/** Undefined if the provider is not available: the user is signed out of the site anyway. */
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
