import type { FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Account } from '../repository.ts'
import { passwordIdOf } from '../sign-in/passwords.ts'

export type Interactions = ReturnType<typeof createInteractions>

/** Sign-ins that wait for a form to be submitted. */
export function createInteractions(provider: Provider) {
  return {
    /** Throws SessionNotFound if this browser has no such sign-in. */
    async find({ request, raw }: FastifyReply) {
      const { prompt, params } = await provider.interactionDetails(request.raw, raw)
      return { wantsNewAccount: prompt.name === 'create', params }
    },
    /** Returns the URL to redirect to. */
    async finish({ request, raw }: FastifyReply, account: Account): Promise<string> {
      const login = { accountId: account.id, acr: passwordIdOf(account) }
      const interaction = await provider.interactionDetails(request.raw, raw)
      await endOtherSession(provider, interaction, account.id)
      return provider.interactionResult(
        request.raw,
        raw,
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
