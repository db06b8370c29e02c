import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Account } from '../repository.ts'
import { passwordIdOf } from '../service.ts'
import { contextParameter, type SignInContext, type SignInContexts } from './sign-in-context.ts'

/** A sign-in that waits for a form to be submitted. */
export type Interactions = {
  /** Which form was requested, and why. Throws SessionNotFound if this browser has no such sign-in. */
  find(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ wantsNewAccount: boolean; context: SignInContext | undefined }>
  /** Returns the URL to redirect to. */
  finish(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<string>
}

export function createInteractions(provider: Provider, contexts: SignInContexts): Interactions {
  return {
    async find(request, reply) {
      const { prompt, params } = await provider.interactionDetails(request.raw, reply.raw)
      const context = contexts.verify(params[contextParameter])
      return { wantsNewAccount: prompt.name === 'create', context }
    },
    async finish(request, reply, account) {
      const login = { accountId: account.id, acr: passwordIdOf(account) }
      const interaction = await provider.interactionDetails(request.raw, reply.raw)
      await endOtherSession(provider, interaction, account.id)
      return provider.interactionResult(
        request.raw,
        reply.raw,
        { login, create: {} },
        { mergeWithLastSubmission: false },
      )
    },
  }
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Ends the session of another account, which the library would do with a self-submitting form. */
async function endOtherSession(provider: Provider, interaction: Interaction, accountId: string) {
  if (!interaction.session || interaction.session.accountId === accountId) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  await session?.destroy()
  interaction.session = undefined
  await interaction.persist()
}
