import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registration } from '#server/config.ts'
import type { QueuedJob } from '#server/platform/batching/fair-queue.ts'
import { acceptForms } from '#server/platform/http/form-body.ts'
import { html, type Markup } from '#server/platform/http/html.ts'
import { whenClosed } from '#server/platform/http/when-closed.ts'
import { clientNetwork } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limiter.ts'
import { invalidInviteMessage, registrationClosed, suspendedMessage } from '../errors.ts'
import type { Pages } from '../pages/create-pages.ts'
import { link } from '../pages/elements.ts'
import { createErrorPageHandler, sendPage } from '../pages/error-pages.ts'
import type { FieldErrors } from '../pages/forms.ts'
import { readTheme } from '../pages/layout.ts'
import type { Passkeys } from '../passkeys/service.ts'
import type { Interactions } from '../provider/interactions.ts'
import { interactionPath } from '../provider/provider.ts'
import type { SignInContext } from '../provider/sign-in-context.ts'
import type { Account, Accounts, Invites, IsSuspended } from '../service.ts'
import { commonPassword, isCommonPassword } from './common-passwords.ts'
import type { Devices } from './devices.ts'
import {
  type CreateAccountInput,
  incorrectCredentials,
  type ParseResult,
  parseCreateAccount,
  parsePasskey,
  parseSignIn,
  submittedValues,
} from './form-input.ts'
import type { Device, LoginThrottle } from './login-throttle.ts'

type Deps = {
  interactions: Interactions
  accounts: Accounts
  passkeys: Passkeys
  pages: Pages
  loginThrottle: LoginThrottle
  devices: Devices
  registration: Registration
  invites: Invites
  /** The name of the cookie with the invite of the link that opened the form. */
  inviteCookie: string
  limit: RateCheck
  isSuspended: IsSuspended
}
type FormKind = 'sign-in' | 'create-account'
type Context = SignInContext | undefined

/** The sign-in and create-account forms of the built-in provider. They work without JavaScript. */
export function formRoutes(app: FastifyInstance, deps: Deps) {
  const { interactions, accounts, registration } = deps
  const formPath = (kind: FormKind) => `${interactionPath(':uid')}/${kind}`
  const hidden = { schema: { hide: true } }

  app.register(async (scope) => {
    await acceptForms(scope)
    scope.setErrorHandler(createErrorPageHandler(deps.pages))
    scope.addHook('onRequest', async (request) => deps.limit(request))

    scope.get(interactionPath(':uid'), hidden, async (request, reply) => {
      const { wantsNewAccount, context } = await interactions.find(request, reply)
      const kind = wantsNewAccount ? 'create-account' : 'sign-in'
      const errors = await findProblemOfLink(deps, kind, request)
      return renderForm(deps, { kind, context, errors }, request, reply)
    })
    for (const kind of ['sign-in', 'create-account'] as const)
      scope.get(formPath(kind), hidden, async (request, reply) => {
        const { context } = await interactions.find(request, reply)
        const errors = await findProblemOfLink(deps, kind, request)
        return renderForm(deps, { kind, context, errors }, request, reply)
      })
    scope.post(formPath('sign-in'), hidden, async (request, reply) => {
      const submission = {
        parsed: parseSignIn(request.body),
        findAccount: accounts.signIn,
        failure: incorrectCredentials,
      }
      const result = await authenticate(deps, submission, request, reply)
      return respond(deps, 'sign-in', result, request, reply)
    })
    scope.post(`${interactionPath(':uid')}/passkey`, hidden, async (request, reply) => {
      const result = await authenticateWithPasskey(deps, request, reply)
      return respond(deps, 'sign-in', result, request, reply)
    })
    scope.post(formPath('create-account'), hidden, async (request, reply) => {
      if (registration === 'closed') throw registrationClosed()
      const form = {
        parsed: parseCreateAccount(request.body),
        findProblem: async (input: CreateAccountInput) =>
          (await findInviteProblem(deps, input)) ?? findPasswordProblem(input),
      }
      if (accounts.request) return requestAccount(deps, form, request, reply)
      const submission = {
        ...form,
        findAccount: accounts.create,
        failure: accountNotCreated(`${pathOf(request)}/sign-in`),
      }
      const result = await authenticate(deps, submission, request, reply)
      return respond(deps, 'create-account', result, request, reply)
    })
  })
}

const pathOf = ({ params }: FastifyRequest) => interactionPath((params as { uid: string }).uid)

/** For an email that has an account with another password, if no mail is configured. */
const accountNotCreated = (signInUrl: string): Markup =>
  html`We couldn't create this account. Already have one? ${link('Sign in', signInUrl)}.`

/** Checked before the email is looked up, so that the response does not depend on whether it has an account. */
async function findInviteProblem({ registration, invites }: Deps, { invite }: CreateAccountInput) {
  if (registration !== 'invite' || (await invites.isUsable(invite))) return undefined
  return { invite: invite ? invalidInviteMessage : 'Please enter your invite.' }
}

/** A visitor with the link of an invite that is used up or never existed gets an error before filling in the form. */
async function findProblemOfLink(
  deps: Deps,
  kind: FormKind,
  { cookies }: FastifyRequest,
): Promise<FieldErrors> {
  const invite = cookies[deps.inviteCookie]
  if (kind === 'sign-in' || deps.registration !== 'invite' || !invite) return {}
  return (await deps.invites.isUsable(invite)) ? {} : { invite: invalidInviteMessage }
}

async function findPasswordProblem({ password }: { password: string }) {
  return (await isCommonPassword(password)) ? { password: commonPassword } : undefined
}

type FormErrors = { errors?: FieldErrors; passkeyError?: string }
type AuthResult = { redirectTo: string } | (FormErrors & { context: Context })

type Form<Input> = {
  parsed: ParseResult<Input>
  /** A check that costs CPU time, so that it counts as an attempt. */
  findProblem?: (input: Input) => Promise<FieldErrors | undefined>
}
type Submission<Input> = Form<Input> & {
  findAccount: (input: Input, job: QueuedJob) => Promise<Account | undefined>
  /** The error if there is no such account. */
  failure: string | Markup
}

/** Counts the attempt. Returns the errors of the form, or its input with the job for hashing the password. */
async function admit<Input extends { email: string }>(
  { interactions, loginThrottle, devices }: Deps,
  { parsed, findProblem }: Form<Input>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Rejected | Admitted<Input>> {
  const { context } = await interactions.find(request, reply)
  if ('errors' in parsed) return { ...parsed, context }
  const { input } = parsed
  const device = await devices.find(request.cookies, input.email)
  await loginThrottle.recordPassword(request.ip, input.email, device)
  const errors = await findProblem?.(input)
  if (errors) return { errors, context }
  const email = input.email.toLowerCase()
  // All known devices of an account are one caller: each sign-in makes another one.
  const keys = device
    ? [`devices of ${email}`]
    : [`network ${clientNetwork(request.ip)}`, `account ${email}`]
  return { input, context, device, job: { keys, signal: whenClosed(reply) } }
}

type Rejected = { errors: FieldErrors; context: Context }
type Admitted<Input> = {
  input: Input
  context: Context
  device: Device | undefined
  job: QueuedJob
}

async function authenticate<Input extends { email: string; password: string }>(
  deps: Deps,
  submission: Submission<Input>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthResult> {
  const admitted = await admit(deps, submission, request, reply)
  if ('errors' in admitted) return admitted
  const { input, context, device, job } = admitted
  const account = await submission.findAccount(input, job)
  if (!account) return { errors: { password: submission.failure }, context }
  await deps.loginThrottle.reset(input.email, device)
  const finished = await finish(deps, account, request, reply)
  return finished ?? { errors: { password: suspendedMessage }, context }
}

/** With mail: the same page whether or not the email has an account. Only a mail reveals it. */
async function requestAccount(
  deps: Deps,
  form: Form<CreateAccountInput>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const admitted = await admit(deps, form, request, reply)
  if ('errors' in admitted) return respond(deps, 'create-account', admitted, request, reply)
  const { input, job } = admitted
  await deps.accounts.request?.(input, job)
  const message = {
    title: 'Check your mail',
    text: `We have sent a mail to ${input.email}. You can sign in now.`,
    action: { label: 'Sign in', url: `${pathOf(request)}/sign-in` },
  }
  return sendPage(reply, deps.pages.message(message, readTheme(request.cookies)))
}

/** One message for a passkey that is unknown here, and for all other reasons. */
const passkeyFailed = 'This passkey could not be used. Please try again, or use your password.'

async function authenticateWithPasskey(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthResult> {
  const { interactions, loginThrottle, devices, passkeys } = deps
  const { context } = await interactions.find(request, reply)
  await loginThrottle.recordPasskey(request.ip, await devices.findAny(request.cookies))
  const account = await passkeys.signIn(pathOf(request), parsePasskey(request.body))
  if (!account) return { passkeyError: passkeyFailed, context }
  const finished = await finish(deps, account, request, reply)
  return finished ?? { passkeyError: suspendedMessage, context }
}

/**
 * After a correct password or passkey. Returns undefined if the account is suspended: only now may that be revealed.
 */
async function finish(
  { interactions, devices, isSuspended }: Deps,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (await isSuspended(account.id)) return undefined
  const cookie = devices.cookieFor(request.cookies, account)
  reply.setCookie(cookie.name, cookie.value, cookie.options)
  return { redirectTo: await interactions.finish(request, reply, account) }
}

function respond(
  deps: Deps,
  kind: FormKind,
  result: AuthResult,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('redirectTo' in result)
    return reply.header('cache-control', 'no-store').redirect(result.redirectTo, 303)
  return renderForm(deps, { kind, ...result }, request, reply.code(400))
}

async function renderForm(
  { pages, passkeys, registration, inviteCookie }: Deps,
  {
    kind: requestedKind,
    context,
    errors = {},
    passkeyError,
  }: FormErrors & { kind: FormKind; context: Context },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = pathOf(request)
  const theme = readTheme(request.cookies)
  const canRegister = registration !== 'closed'
  const kind = canRegister ? requestedKind : 'sign-in'
  const other: FormKind = kind === 'sign-in' ? 'create-account' : 'sign-in'
  const submitted = submittedValues(request.body)
  const form = {
    action: `${path}/${kind}`,
    otherForm: canRegister ? `${path}/${other}` : undefined,
    values: { ...submitted, invite: submitted.invite || (request.cookies[inviteCookie] ?? '') },
    needsInvite: registration === 'invite',
    errors,
    context,
  }
  if (kind === 'create-account') return sendPage(reply, pages.createAccount(form, theme))
  const passkey = {
    action: `${path}/passkey`,
    options: await passkeys.signInOptions(path),
    error: passkeyError,
  }
  return sendPage(reply, pages.signIn({ ...form, passkey }, theme))
}
