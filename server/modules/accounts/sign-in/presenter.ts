import type { IdentityProvider } from '#contract/admin.ts'
import type { ProviderStatus } from '../provider/create-identity.ts'

/** What an administrator sees of the configured identity provider. */
export async function presentIdentityProvider(status: ProviderStatus): Promise<IdentityProvider> {
  const failure = status.lastFailure()
  return {
    issuer: status.issuer ?? null,
    problems: await status.findProblems(),
    lastFailure: failure ? { message: failure.message, at: failure.at.toISOString() } : null,
  }
}
