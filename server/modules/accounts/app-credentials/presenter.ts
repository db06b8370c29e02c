import type { ApiToken, AppPassword } from '#contract/app-credentials.ts'
import type { CredentialRow } from './repository.ts'

const presentCredential = ({ id, name, createdAt, lastUsedAt }: CredentialRow) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const presentAppPassword = (row: CredentialRow): AppPassword => ({
  ...presentCredential(row),
  lastUsedBy: row.lastUsedBy,
})

export const presentApiToken = (row: CredentialRow): ApiToken => ({
  ...presentCredential(row),
  scopes: row.scopes ?? [],
})
