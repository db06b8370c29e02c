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
import { createErrorPageHandler, invalidLink, sendPage } from '../pages/error-pages.ts'
import {
  continueVerifyPath,
  forgotPasswordForm,
  forgotPasswordPath,
  resetPasswordForm,
  resetPasswordPath,
  verifyEmailForm,
  verifyEmailPath,
} from '../pages/link-forms.ts'
import { type Message, messagePage } from '../pages/messages.ts'
import type { Identity } from '../provider/create-identity.ts'
import type { AuthContext } from '../sessions/auth-context.ts'
import type { LocalAccounts } from '../sign-in/local-accounts.ts'
import {
  findEmailLink,
  findResetAccount,
  rejectEmail,
  requestReset,
  resetPassword,
  verifyEmail,
} from './email.ts'
import { type AccountMailer, limitMails } from './mails.ts'

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

/**
 * The pages behind 'Forgot password?' and behind mailed links. Opening a link changes nothing, because mail programs
 * open links too: its page has a button.
 */
export function linkRoutes(app: FastifyInstance, deps: Deps) {
  const { identity, limiter } = deps
  const check = limiter.check('links', { max: 120, windowSeconds: 300, per: 'ip' })
  app.register(async (scope) => {
    await acceptForms(scope)
    scope.setErrorHandler(createErrorPageHandler(identity.branding))
    scope.addHook('onRequest', async (request) => check(request))
    forgotPasswordRoutes(scope, deps)
    resetPasswordRoutes(scope, deps)
    verifyEmailRoutes(scope, deps)
  })
}

const sendMessage = ({ identity }: Deps, reply: FastifyReply, message: Message) =>
  sendPage(reply, identity.branding, messagePage(message))

function forgotPasswordRoutes(scope: FastifyInstance, deps: Deps) {
  const { db, identity, mailer, limiter } = deps
  const requests = limiter.check('forgot-password', { max: 20, windowSeconds: 300, per: 'ip' })
  const sendMail = mailer && limitMails(mailer, limiter)

  scope.get(forgotPasswordPath, hidden, async (_request, reply) =>
    sendPage(reply, identity.branding, forgotPasswordForm({ hasMail: mailer !== undefined })),
  )
  scope.post(forgotPasswordPath, hidden, async (request, reply) => {
    if (!sendMail) return reply.redirect(forgotPasswordPath, 303)
    requests(request)
    const email = fieldOf(request, 'email').trim().toLowerCase().slice(0, 254)
    await requestReset(db, sendMail, email)
    return sendMessage(deps, reply, {
      title: 'Check your mail',
      text: 'If there is an account for this email, we have sent a link.',
      action: { label: 'Back to sign in', url: '/api/login' },
    })
  })
}

function resetPasswordRoutes(scope: FastifyInstance, deps: Deps) {
  const { db, identity, localAccounts } = deps

  async function sendForm(request: FastifyRequest<WithToken>, reply: FastifyReply, error?: string) {
    const { token } = request.params
    const account = await findResetAccount(db, token)
    if (!account) return sendInvalidLink(deps, reply, forgotPasswordPath)
    const form = {
      action: resetPasswordPath(token),
      email: account.email,
      errors: error ? { password: error } : {},
    }
    return sendPage(reply, identity.branding, resetPasswordForm(form))
  }

  const path = resetPasswordPath(':token')
  scope.get<WithToken>(path, hidden, (request, reply) => sendForm(request, reply))
  scope.post<WithToken>(path, hidden, async (request, reply) => {
    const { token } = request.params
    const parsed = newPassword.safeParse(fieldOf(request, 'password'))
    if (!parsed.success)
      return sendForm(request, reply.code(400), parsed.error.issues[0]?.message ?? '')
    // Looked up before the password is hashed, which costs more.
    const account = await findResetAccount(db, token)
    if (!account) return sendForm(request, reply)
    const hash = await localAccounts
      .hashNewPassword(account, parsed.data, reply)
      .catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 400) return error
        throw error
      })
    if (hash instanceof HttpError) return sendForm(request, reply.code(400), hash.message)
    if (!(await resetPassword(db, token, hash)))
      return sendInvalidLink(deps, reply, forgotPasswordPath)
    return sendMessage(deps, reply, {
      title: 'Password changed',
      text: 'You can sign in with your new password now.',
      action: { label: 'Sign in', url: '/api/login' },
    })
  })
}

/** An address is verified by whoever is signed in to its account: otherwise its owner could confirm a stranger's. */
function verifyEmailRoutes(scope: FastifyInstance, deps: Deps) {
  const { db, auth, identity, publicUrl, mailer, limiter } = deps
  const sendMail = mailer && limitMails(mailer, limiter)
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
    if (!link) return sendInvalidLink(deps, reply, paths.settings)
    // The secret of the link stays out of the URLs of the sign-in.
    if (!link.isOwner) reply.setCookie(cookie.name, token, { ...cookie.options, maxAge: 600 })
    const prompt = link.caller ? 'login' : undefined
    const form = {
      ...link,
      action: link.isOwner ? verifyEmailPath(token) : undefined,
      signInUrl: urlFor(routes.login, { query: { returnTo: continueVerifyPath, prompt } }),
      rejectAction: `${verifyEmailPath(token)}/reject`,
    }
    return sendPage(reply, identity.branding, verifyEmailForm(form))
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
    if (!link || !(await verifyEmail(db, sendMail, request.params.token)))
      return sendInvalidLink(deps, reply, paths.settings)
    return sendMessage(deps, reply, {
      title: 'Email verified',
      text: 'Thank you. Your email address is verified.',
      action: { label: 'Continue', url: paths.settings },
    })
  })
  scope.post<WithToken>(`${path}/reject`, hidden, async (request, reply) => {
    if (!(await rejectEmail(db, request.params.token))) return sendInvalidLink(deps, reply, '/')
    return sendMessage(deps, reply, {
      title: 'Thank you',
      text: 'The address was not verified, and the link no longer works. To use the address yourself, set a new password: it ends all sessions of the account.',
      action: { label: 'Set a new password', url: forgotPasswordPath },
    })
  })
}

const sendInvalidLink = (deps: Deps, reply: FastifyReply, url: string) =>
  sendMessage(deps, reply.code(404), invalidLink(url))

/** A field that is missing or repeated is empty. */
function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : ''
}
