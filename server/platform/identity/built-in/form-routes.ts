import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readTheme } from '../cookies.ts'
import type { LoginThrottle } from '../login-throttle.ts'
import type { Pages } from '../pages/create-pages.ts'
import { createErrorPageHandler, sendPage } from '../pages/error-pages.ts'
import type { FieldErrors } from '../pages/forms.ts'
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

/** The two forms of the built-in provider. They work without JavaScript. */
export function formRoutes(app: FastifyInstance, deps: Deps) {
  const { interactions, accounts, pages } = deps
  const form = (kind: FormKind) => `${interactionPath(':uid')}/${kind}`
  const hidden = { schema: { hide: true } }

  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    scope.setErrorHandler(createErrorPageHandler(pages))

    scope.get(interactionPath(':uid'), hidden, async (request, reply) => {
      const { wantsNewAccount } = await interactions.find(request, reply)
      return renderForm(pages, wantsNewAccount ? 'create-account' : 'sign-in', request, reply)
    })
    for (const kind of ['sign-in', 'create-account'] as const)
      scope.get(form(kind), hidden, async (request, reply) => {
        await interactions.find(request, reply)
        return renderForm(pages, kind, request, reply)
      })
    scope.post(form('sign-in'), hidden, async (request, reply) => {
      const entered = await authenticate(
        deps,
        parseSignIn(request.body),
        accounts.signIn,
        request,
        reply,
      )
      return respond(pages, 'sign-in', entered, request, reply)
    })
    scope.post(form('create-account'), hidden, async (request, reply) => {
      const read = parseCreateAccount(request.body)
      const entered = await authenticate(deps, read, accounts.create, request, reply)
      return respond(pages, 'create-account', entered, request, reply)
    })
  })
}

type AuthResult = { goOn: string } | { errors: FieldErrors }

async function authenticate<Input extends { email: string; password: string }>(
  { interactions, loginThrottle }: Deps,
  read: ParseResult<Input>,
  check: (input: Input) => Promise<Account | undefined>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthResult> {
  await interactions.find(request, reply)
  if ('errors' in read) return read
  await loginThrottle.recordPassword(request.ip, read.input.email)
  const account = await check(read.input)
  if (!account) return { errors: { password: incorrectCredentials } }
  await loginThrottle.reset(read.input.email)
  return { goOn: await interactions.finish(request, reply, account.id) }
}

function respond(
  pages: Pages,
  kind: FormKind,
  entered: AuthResult,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('goOn' in entered)
    return reply.header('cache-control', 'no-store').redirect(entered.goOn, 303)
  return renderForm(pages, kind, request, reply.code(400), entered.errors)
}

function renderForm(
  pages: Pages,
  kind: FormKind,
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors = {},
) {
  const here = interactionPath((request.params as { uid: string }).uid)
  const [draw, other]: [Pages['signIn'], FormKind] =
    kind === 'sign-in' ? [pages.signIn, 'create-account'] : [pages.createAccount, 'sign-in']
  const form = {
    action: `${here}/${kind}`,
    otherForm: `${here}/${other}`,
    values: submittedValues(request.body),
    errors,
  }
  return sendPage(reply, draw(form, readTheme(request.cookies)))
}
