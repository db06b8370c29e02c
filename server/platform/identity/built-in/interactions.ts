import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'

/** A sign-in that waits for a form to be filled in. */
export type Interactions = {
  /** Which form was asked for. Throws where this browser has no sign-in under way at this address. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<{ wantsNewAccount: boolean }>
  /** Answers where the browser goes on. */
  finish(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string>
}

export function createInteractions(provider: Provider): Interactions {
  return {
    async find(request, reply) {
      const { prompt } = await provider.interactionDetails(request.raw, reply.raw)
      return { wantsNewAccount: prompt.name === 'create' }
    },
    async finish(request, reply, accountId) {
      const interaction = await provider.interactionDetails(request.raw, reply.raw)
      await endOtherSession(provider, interaction, accountId)
      return provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId }, create: {} },
        { mergeWithLastSubmission: false },
      )
    },
  }
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Signing in as somebody else ends the first one's session; the library would do it with a form that submits itself. */
async function endOtherSession(provider: Provider, interaction: Interaction, accountId: string) {
  if (!interaction.session || interaction.session.accountId === accountId) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  await session?.destroy()
  interaction.session = undefined
  await interaction.persist()
}
