import type { AppPassword } from '#contract/app-credentials.ts'
import type { CredentialRow } from './repository.ts'

export const presentAppPassword = ({
  id,
  name,
  createdAt,
  lastUsedAt,
  lastUsedBy,
}: CredentialRow): AppPassword => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  lastUsedBy,
})
