import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoginThrottle } from '../login-throttle.ts'
import type { Pages } from '../pages/create-pages.ts'
import { createErrorPageHandler, sendPage } from '../pages/error-pages.ts'
import type { FieldErrors } from '../pages/forms.ts'
import { readTheme } from '../pages/layout.ts'
import type { Accounts } from './accounts.ts'
import {
  incorrectCredentials,
  type ParseResult,
  parseCreateAccount,
  parseSignIn,
  submittedValues,
} from './form-input.ts'
import type { Interactions } from './interactions.ts'
import { interactionPath } from './provider.ts'
import type { Account } from './repository.ts'

type Deps = {
  interactions: Interactions
  accounts: Accounts
  pages: Pages
  loginThrottle: LoginThrottle
}
type FormKind = 'sign-in' | 'create-account'

/** The sign-in and create-account forms of the built-in provider. They work without JavaScript. */
export function formRoutes(app: FastifyInstance, deps: Deps) {
  const { interactions, accounts, pages } = deps
  const formPath = (kind: FormKind) => `${interactionPath(':uid')}/${kind}`
  const hidden = { schema: { hide: true } }

  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    scope.setErrorHandler(createErrorPageHandler(pages))

    scope.get(interactionPath(':uid'), hidden, async (request, reply) => {
      const { wantsNewAccount } = await interactions.find(request, reply)
      return renderForm(pages, wantsNewAccount ? 'create-account' : 'sign-in', request, reply)
    })
    for (const kind of ['sign-in', 'create-account'] as const)
      scope.get(formPath(kind), hidden, async (request, reply) => {
        await interactions.find(request, reply)
        return renderForm(pages, kind, request, reply)
      })
    scope.post(formPath('sign-in'), hidden, async (request, reply) => {
      const result = await authenticate(
        deps,
        parseSignIn(request.body),
        accounts.signIn,
        request,
        reply,
      )
      return respond(pages, 'sign-in', result, request, reply)
    })
    scope.post(formPath('create-account'), hidden, async (request, reply) => {
      const parsed = parseCreateAccount(request.body)
      const result = await authenticate(deps, parsed, accounts.create, request, reply)
      return respond(pages, 'create-account', result, request, reply)
    })
  })
}

type AuthResult = { redirectTo: string } | { errors: FieldErrors }

async function authenticate<Input extends { email: string; password: string }>(
  { interactions, loginThrottle }: Deps,
  parsed: ParseResult<Input>,
  findAccount: (input: Input) => Promise<Account | undefined>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthResult> {
  await interactions.find(request, reply)
  if ('errors' in parsed) return parsed
  await loginThrottle.recordPassword(request.ip, parsed.input.email)
  const account = await findAccount(parsed.input)
  if (!account) return { errors: { password: incorrectCredentials } }
  await loginThrottle.reset(parsed.input.email)
  return { redirectTo: await interactions.finish(request, reply, account.id) }
}

function respond(
  pages: Pages,
  kind: FormKind,
  result: AuthResult,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('redirectTo' in result)
    return reply.header('cache-control', 'no-store').redirect(result.redirectTo, 303)
  return renderForm(pages, kind, request, reply.code(400), result.errors)
}

function renderForm(
  pages: Pages,
  kind: FormKind,
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors = {},
) {
  const path = interactionPath((request.params as { uid: string }).uid)
  const [render, other]: [Pages['signIn'], FormKind] =
    kind === 'sign-in' ? [pages.signIn, 'create-account'] : [pages.createAccount, 'sign-in']
  const form = {
    action: `${path}/${kind}`,
    otherForm: `${path}/${other}`,
    values: submittedValues(request.body),
    errors,
  }
  return sendPage(reply, render(form, readTheme(request.cookies)))
}
