import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registration } from '#server/config.ts'
import { isUsableInvite } from '#server/modules/invites/service.ts'
import { acceptForms } from '#server/platform/http/form-body.ts'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import { html, type Markup } from '#server/platform/http/html.ts'
import { whenClosed } from '#server/platform/http/when-closed.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientNetwork } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limiter.ts'
import { invalidInviteMessage, registrationClosed, suspendedMessage } from '../errors.ts'
import { link } from '../pages/elements.ts'
import { createErrorPageHandler, sendPage } from '../pages/error-pages.ts'
import { createAccountForm, type FieldErrors, signInForm } from '../pages/forms.ts'
import type { Branding } from '../pages/layout.ts'
import { messagePage } from '../pages/messages.ts'
import type { Passkeys } from '../passkeys/service.ts'
import type { Interactions } from '../provider/interactions.ts'
import { interactionPath } from '../provider/provider.ts'
import { commonPassword, isCommonPassword } from './common-passwords.ts'
import type { Devices } from './devices.ts'
import {
  incorrectCredentials,
  type ParseResult,
  parseCreateAccount,
  parsePasskey,
  parseSignIn,
  submittedValues,
} from './form-input.ts'
import { findSuspensionOfAccount } from './identities.ts'
import type { LocalAccounts } from './local-accounts.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { describeSignIn } from './sign-in-purpose.ts'

type Deps = {
  db: Db
  publicUrl: string
  branding: Branding
  registration: Registration
  interactions: Interactions
  accounts: LocalAccounts
  passkeys: Passkeys
  devices: Devices
  loginThrottle: LoginThrottle
  limit: RateCheck
}
type FormKind = 'sign-in' | 'create-account'
type FormErrors = FieldErrors & { passkey?: string }
type Account = NonNullable<Awaited<ReturnType<LocalAccounts['signIn']>>>

const hidden = { schema: { hide: true } }

/** The sign-in and create-account forms of the built-in provider. They work without JavaScript. */
export function formRoutes(app: FastifyInstance, deps: Deps) {
  const { accounts, branding, devices, interactions, loginThrottle, passkeys } = deps
  const path = interactionPath(':uid')

  app.register(async (scope) => {
    await acceptForms(scope)
    scope.setErrorHandler(createErrorPageHandler(branding))
    scope.addHook('onRequest', async (request) => deps.limit(request))

    scope.get(path, hidden, async (_request, reply) => {
      const { wantsNewAccount } = await interactions.find(reply)
      return openForm(deps, wantsNewAccount ? 'create-account' : 'sign-in', reply)
    })
    for (const kind of ['sign-in', 'create-account'] as const)
      scope.get(`${path}/${kind}`, hidden, (_request, reply) => openForm(deps, kind, reply))

    scope.post(`${path}/sign-in`, hidden, async (request, reply) => {
      const admitted = await admit(deps, parseSignIn(request.body), reply)
      if ('errors' in admitted) return reject(deps, 'sign-in', admitted.errors, reply)
      const { input, device, job } = admitted
      const account = await accounts.signIn(input, job)
      if (!account) return reject(deps, 'sign-in', { password: incorrectCredentials }, reply)
      await loginThrottle.reset(input.email, device)
      return finish(deps, 'sign-in', account, reply)
    })

    scope.post(`${path}/passkey`, hidden, async (request, reply) => {
      await interactions.find(reply)
      await loginThrottle.recordPasskey(request.ip, await devices.findAny(request.cookies))
      const account = await passkeys.signIn(pathOf(request), parsePasskey(request.body))
      if (!account) return reject(deps, 'sign-in', { passkey: passkeyFailed }, reply)
      return finish(deps, 'passkey', account, reply)
    })

    scope.post(`${path}/create-account`, hidden, async (request, reply) => {
      if (deps.registration === 'closed') throw registrationClosed()
      const admitted = await admit(deps, parseCreateAccount(request.body), reply)
      if ('errors' in admitted) return reject(deps, 'create-account', admitted.errors, reply)
      const { input, device, job } = admitted
      const errors = await findProblem(deps, input)
      if (errors) return reject(deps, 'create-account', errors, reply)
      const signInUrl = `${pathOf(request)}/sign-in`
      if (accounts.request) {
        await accounts.request(input, job)
        return sendPage(reply, branding, checkYourMail(input.email, signInUrl))
      }
      const account = await accounts.create(input, job)
      const failed = { password: accountNotCreated(signInUrl) }
      if (!account) return reject(deps, 'create-account', failed, reply)
      await loginThrottle.reset(input.email, device)
      return finish(deps, 'create-account', account, reply)
    })
  })
}

const pathOf = ({ params }: FastifyRequest) => interactionPath((params as { uid: string }).uid)

/** One message for a passkey that is unknown here, and for all other reasons. */
const passkeyFailed = 'This passkey could not be used. Please try again, or use your password.'

/** With mail: the same page whether or not the email has an account. Only a mail reveals it. */
const checkYourMail = (email: string, signInUrl: string) =>
  messagePage({
    title: 'Check your mail',
    text: `We have sent a mail to ${email}. You can sign in now.`,
    action: { label: 'Sign in', url: signInUrl },
  })

/** For an email that has an account with another password, if no mail is configured. */
const accountNotCreated = (signInUrl: string): Markup =>
  html`We couldn't create this account. Already have one? ${link('Sign in', signInUrl)}.`

/** Counts the attempt. Returns the errors of the form, or its input with the job for hashing the password. */
async function admit<Input extends { email: string }>(
  { interactions, loginThrottle, devices }: Deps,
  parsed: ParseResult<Input>,
  reply: FastifyReply,
) {
  const { ip, cookies } = reply.request
  await interactions.find(reply)
  if ('errors' in parsed) return parsed
  const { input } = parsed
  const device = await devices.find(cookies, input.email)
  await loginThrottle.recordPassword(ip, input.email, device)
  const email = input.email.toLowerCase()
  // All known devices of an account are one caller: each sign-in makes another one.
  const keys = device
    ? [`devices of ${email}`]
    : [`network ${clientNetwork(ip)}`, `account ${email}`]
  return { input, device, job: { keys, signal: whenClosed(reply) } }
}

/**
 * Costs CPU time, so that it counts as an attempt. Invites are checked before the email is looked up, so that the
 * response does not depend on whether it has an account.
 */
async function findProblem(
  { db, registration }: Deps,
  { invite, password }: { invite: string; password: string },
): Promise<FieldErrors | undefined> {
  if (registration === 'invite' && !(await isUsableInvite(db, invite)))
    return { invite: invite ? invalidInviteMessage : 'Please enter your invite.' }
  return (await isCommonPassword(password)) ? { password: commonPassword } : undefined
}

/**
 * After a correct password or passkey: only now may be revealed that the account is suspended.
 */
async function finish(
  deps: Deps,
  used: FormKind | 'passkey',
  account: Account,
  reply: FastifyReply,
) {
  const suspension = await findSuspensionOfAccount(deps.db, account.id)
  if (suspension) {
    const message = suspendedMessage(suspension.reason)
    return used === 'passkey'
      ? reject(deps, 'sign-in', { passkey: message }, reply)
      : reject(deps, used, { password: message }, reply)
  }
  deps.devices.setCookie(reply, account)
  const url = await deps.interactions.finish(reply, account)
  return reply.header('cache-control', 'no-store').redirect(url, 303)
}

/** A visitor with the link of an invite that is used up or never existed gets an error before filling in the form. */
async function openForm(deps: Deps, kind: FormKind, reply: FastifyReply) {
  const invite = inviteOf(deps, reply.request)
  const isChecked = kind === 'create-account' && deps.registration === 'invite' && invite !== ''
  const isInvalid = isChecked && !(await isUsableInvite(deps.db, invite))
  return sendForm(deps, kind, isInvalid ? { invite: invalidInviteMessage } : {}, reply)
}

const reject = (deps: Deps, kind: FormKind, errors: FormErrors, reply: FastifyReply) =>
  sendForm(deps, kind, errors, reply.code(400))

/** The invite of the link that opened the form. */
const inviteOf = ({ publicUrl }: Deps, { cookies }: FastifyRequest): string =>
  cookies[hostCookie('invite', publicUrl).name] ?? ''

async function sendForm(
  deps: Deps,
  requestedKind: FormKind,
  { passkey: passkeyError, ...errors }: FormErrors,
  reply: FastifyReply,
) {
  const { db, branding, passkeys, registration, interactions } = deps
  const { request } = reply
  const path = pathOf(request)
  const { params } = await interactions.find(reply)
  const canRegister = registration !== 'closed'
  const kind = canRegister ? requestedKind : 'sign-in'
  const other: FormKind = kind === 'sign-in' ? 'create-account' : 'sign-in'
  const submitted = submittedValues(request.body)
  const form = {
    action: `${path}/${kind}`,
    otherForm: canRegister ? `${path}/${other}` : undefined,
    values: { ...submitted, invite: submitted.invite || inviteOf(deps, request) },
    needsInvite: registration === 'invite',
    errors,
    context: await describeSignIn(db, params),
  }
  if (kind === 'create-account') return sendPage(reply, branding, createAccountForm(form, branding))
  const passkey = {
    action: `${path}/passkey`,
    options: await passkeys.signInOptions(path),
    error: passkeyError,
  }
  return sendPage(reply, branding, signInForm({ ...form, passkey }, branding))
}
