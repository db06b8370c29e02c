import type { IdentityProvider } from '#contract/admin.ts'
import type { CurrentUser } from '#contract/auth.ts'
import { type Person, presentManagedUser } from '#server/modules/users/present.ts'
import type { ProviderStatus } from '#server/platform/identity/create-identity.ts'

/** What people see of themselves. */
export function presentCurrentUser(user: Person, isAdmin: boolean): CurrentUser {
  return { ...presentManagedUser(user), isAdmin }
}

/** What an administrator sees of the configured identity provider. */
export async function presentIdentityProvider(status: ProviderStatus): Promise<IdentityProvider> {
  const failure = status.lastFailure()
  return {
    issuer: status.issuer ?? null,
    problems: await status.findProblems(),
    lastFailure: failure ? { message: failure.message, at: failure.at.toISOString() } : null,
  }
}
