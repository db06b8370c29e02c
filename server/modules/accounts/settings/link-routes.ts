import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlFor } from '#contract/client.ts'
import { newPassword } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import { HttpError } from '#server/errors.ts'
import { acceptForms } from '#server/platform/http/form-body.ts'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { LocalAccounts } from '../local-accounts.ts'
import { createErrorPageHandler, invalidLink, sendPage } from '../pages/error-pages.ts'
import { readTheme } from '../pages/layout.ts'
import {
  continueVerifyPath,
  forgotPasswordPath,
  resetPasswordPath,
  verifyEmailPath,
} from '../pages/link-forms.ts'
import type { Identity } from '../provider/create-identity.ts'
import type { AuthContext } from '../sessions/auth-context.ts'
import { findEmailLink, rejectEmail, requestReset, resetPassword, verifyEmail } from './email.ts'
import { findLink } from './link-tokens.ts'
import { type AccountMailer, createMailLimit } from './mails.ts'

type Deps = {
  db: Db
  publicUrl: string
  auth: AuthContext
  identity: Identity
  localAccounts: LocalAccounts
  mailer: AccountMailer | undefined
  limiter: RateLimiter
}
type WithToken = { Params: { token: string }; Body: unknown }

const hidden = { schema: { hide: true } }
const resetLinks = ['reset-password'] as const

/**
 * The pages behind 'Forgot password?' and behind mailed links. Opening a link changes nothing, because mail programs
 * open links too: its page has a button.
 */
export function linkRoutes(app: FastifyInstance, deps: Deps) {
  const { identity, limiter } = deps
  const check = limiter.check('links', { max: 120, windowSeconds: 300, per: 'ip' })
  app.register(async (scope) => {
    await acceptForms(scope)
    scope.setErrorHandler(createErrorPageHandler(identity.pages))
    scope.addHook('onRequest', async (request) => check(request))
    forgotPasswordRoutes(scope, deps)
    resetPasswordRoutes(scope, deps)
    verifyEmailRoutes(scope, deps)
  })
}

function forgotPasswordRoutes(scope: FastifyInstance, { db, identity, mailer, limiter }: Deps) {
  const { pages } = identity
  const requests = limiter.check('forgot-password', { max: 20, windowSeconds: 300, per: 'ip' })
  const mayMail = createMailLimit(limiter, 'reset-mails')

  scope.get(forgotPasswordPath, hidden, async (request, reply) =>
    sendPage(
      reply,
      pages.forgotPassword({ hasMail: mailer !== undefined }, readTheme(request.cookies)),
    ),
  )
  scope.post(forgotPasswordPath, hidden, async (request, reply) => {
    if (!mailer) return reply.redirect(forgotPasswordPath, 303)
    requests(request)
    const email = fieldOf(request, 'email').trim().toLowerCase().slice(0, 254)
    if (await mayMail(email)) await requestReset(db, mailer, email)
    const message = {
      title: 'Check your mail',
      text: 'If there is an account for this email, we have sent a link.',
      action: { label: 'Back to sign in', url: '/api/login' },
    }
    return sendPage(reply, pages.message(message, readTheme(request.cookies)))
  })
}

function resetPasswordRoutes(scope: FastifyInstance, deps: Deps) {
  const { db, identity, localAccounts } = deps
  const { pages } = identity

  async function sendForm(request: FastifyRequest<WithToken>, reply: FastifyReply, error?: string) {
    const { token } = request.params
    const link = await findLink(db, resetLinks, token)
    const account = link && (await localAccounts.find(link.accountId))
    if (!account) return sendInvalidLink(deps, request, reply, forgotPasswordPath)
    const form = {
      action: resetPasswordPath(token),
      email: account.email,
      errors: error ? { password: error } : {},
    }
    return sendPage(reply, pages.resetPassword(form, readTheme(request.cookies)))
  }

  const path = resetPasswordPath(':token')
  scope.get<WithToken>(path, hidden, (request, reply) => sendForm(request, reply))
  scope.post<WithToken>(path, hidden, async (request, reply) => {
    const { token } = request.params
    const parsed = newPassword.safeParse(fieldOf(request, 'password'))
    if (!parsed.success)
      return sendForm(request, reply.code(400), parsed.error.issues[0]?.message ?? '')
    // Looked up before the password is hashed, which costs more.
    const link = await findLink(db, resetLinks, token)
    if (!link) return sendForm(request, reply)
    const hash = await localAccounts
      .hashNewPassword({ id: link.accountId }, parsed.data, reply)
      .catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 400) return error
        throw error
      })
    if (hash instanceof HttpError) return sendForm(request, reply.code(400), hash.message)
    if (!(await resetPassword(db, token, hash)))
      return sendInvalidLink(deps, request, reply, forgotPasswordPath)
    const message = {
      title: 'Password changed',
      text: 'You can sign in with your new password now.',
      action: { label: 'Sign in', url: '/api/login' },
    }
    return sendPage(reply, pages.message(message, readTheme(request.cookies)))
  })
}

/** An address is verified by whoever is signed in to its account: otherwise its owner could confirm a stranger's. */
function verifyEmailRoutes(scope: FastifyInstance, deps: Deps) {
  const { db, auth, identity, publicUrl } = deps
  const { pages } = identity
  const cookie = hostCookie('verify', publicUrl)

  async function find(request: FastifyRequest<WithToken>) {
    const link = await findEmailLink(db, request.params.token)
    if (!link) return undefined
    const caller = await auth.signedInUser(request)
    return { ...link, caller, isOwner: caller?.user.subject === link.accountId }
  }

  async function sendForm(request: FastifyRequest<WithToken>, reply: FastifyReply) {
    const { token } = request.params
    const link = await find(request)
    if (!link) return sendInvalidLink(deps, request, reply, paths.settings)
    // The secret of the link stays out of the URLs of the sign-in.
    if (!link.isOwner) reply.setCookie(cookie.name, token, { ...cookie.options, maxAge: 600 })
    const prompt = link.caller ? 'login' : undefined
    const form = {
      ...link,
      action: link.isOwner ? verifyEmailPath(token) : undefined,
      signInUrl: urlFor(routes.login, { query: { returnTo: continueVerifyPath, prompt } }),
      rejectAction: `${verifyEmailPath(token)}/reject`,
    }
    return sendPage(reply, pages.verifyEmail(form, readTheme(request.cookies)))
  }

  const path = verifyEmailPath(':token')
  scope.get(continueVerifyPath, hidden, async ({ cookies }, reply) => {
    reply.clearCookie(cookie.name, cookie.options)
    const token = /^[\w-]{43}$/.exec(cookies[cookie.name] ?? '')?.[0]
    return reply.redirect(token ? verifyEmailPath(token) : paths.settings, 303)
  })
  scope.get<WithToken>(path, hidden, sendForm)
  scope.post<WithToken>(path, hidden, async (request, reply) => {
    const link = await find(request)
    if (link && !link.isOwner) return sendForm(request, reply.code(403))
    if (!link || !(await verifyEmail(deps, request.params.token)))
      return sendInvalidLink(deps, request, reply, paths.settings)
    const message = {
      title: 'Email verified',
      text: 'Thank you. Your email address is verified.',
      action: { label: 'Continue', url: paths.settings },
    }
    return sendPage(reply, pages.message(message, readTheme(request.cookies)))
  })
  scope.post<WithToken>(`${path}/reject`, hidden, async (request, reply) => {
    if (!(await rejectEmail(db, request.params.token)))
      return sendInvalidLink(deps, request, reply, '/')
    const message = {
      title: 'Thank you',
      text: 'The address was not verified, and the link no longer works. To use the address yourself, set a new password: it ends all sessions of the account.',
      action: { label: 'Set a new password', url: forgotPasswordPath },
    }
    return sendPage(reply, pages.message(message, readTheme(request.cookies)))
  })
}

function sendInvalidLink(
  { identity }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
) {
  const page = identity.pages.message(invalidLink(url), readTheme(request.cookies))
  return sendPage(reply.code(404), page)
}

/** A field that is missing or repeated is empty. */
function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : ''
}
