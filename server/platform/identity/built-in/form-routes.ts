import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { themeOf } from '../cookies.ts'
import type { Pages } from '../pages/create-pages.ts'
import { answerFailuresWithPages, sendPage } from '../pages/failures.ts'
import type { FieldErrors } from '../pages/forms.ts'
import type { Tries } from '../tries.ts'
import type { Accounts } from './accounts.ts'
import { noMatch, type Read, readCreateAccount, readSignIn, typedValues } from './form-input.ts'
import type { Interactions } from './interactions.ts'
import { interactionPath } from './provider.ts'
import type { Account } from './queries.ts'

type Deps = { interactions: Interactions; accounts: Accounts; pages: Pages; tries: Tries }
type FormKind = 'sign-in' | 'create-account'

/** The two forms of the built-in provider. They work without JavaScript. */
export function formRoutes(app: FastifyInstance, deps: Deps) {
  const { interactions, accounts, pages } = deps
  const form = (kind: FormKind) => `${interactionPath(':uid')}/${kind}`
  const hidden = { schema: { hide: true } }

  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    scope.setErrorHandler(answerFailuresWithPages(pages))

    scope.get(interactionPath(':uid'), hidden, async (request, reply) => {
      const { wantsNewAccount } = await interactions.find(request, reply)
      return show(pages, wantsNewAccount ? 'create-account' : 'sign-in', request, reply)
    })
    for (const kind of ['sign-in', 'create-account'] as const)
      scope.get(form(kind), hidden, async (request, reply) => {
        await interactions.find(request, reply)
        return show(pages, kind, request, reply)
      })
    scope.post(form('sign-in'), hidden, async (request, reply) => {
      const entered = await enter(deps, readSignIn(request.body), accounts.signIn, request, reply)
      return answer(pages, 'sign-in', entered, request, reply)
    })
    scope.post(form('create-account'), hidden, async (request, reply) => {
      const read = readCreateAccount(request.body)
      const entered = await enter(deps, read, accounts.create, request, reply)
      return answer(pages, 'create-account', entered, request, reply)
    })
  })
}

type Entered = { goOn: string } | { errors: FieldErrors }

async function enter<Input extends { email: string; password: string }>(
  { interactions, tries }: Deps,
  read: Read<Input>,
  check: (input: Input) => Promise<Account | undefined>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Entered> {
  await interactions.find(request, reply)
  if ('errors' in read) return read
  await tries.countPassword(request.ip, read.input.email)
  const account = await check(read.input)
  if (!account) return { errors: { password: noMatch } }
  await tries.forgive(read.input.email)
  return { goOn: await interactions.finish(request, reply, account.id) }
}

function answer(
  pages: Pages,
  kind: FormKind,
  entered: Entered,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('goOn' in entered)
    return reply.header('cache-control', 'no-store').redirect(entered.goOn, 303)
  return show(pages, kind, request, reply.code(400), entered.errors)
}

function show(
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
    values: typedValues(request.body),
    errors,
  }
  return sendPage(reply, draw(form, themeOf(request.cookies)))
}
