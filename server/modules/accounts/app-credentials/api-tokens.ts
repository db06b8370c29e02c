import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { conflict } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { secretIdOf } from '../sessions/sessions.ts'
import { deleteCredential, findByHash, insertCredential, listCredentials } from './repository.ts'
import { recordUse } from './service.ts'

const kind = 'api-token'

export type ApiTokens = ReturnType<typeof createApiTokens>

/** Tokens for scripts. A changed SESSION_SECRET ends them. */
export function createApiTokens(db: Db, sessionSecret: string) {
  const secretId = secretIdOf(sessionSecret)
  return {
    list: (userId: string) => listCredentials(db, userId, kind),
    remove: (userId: string, id: string) => deleteCredential(db, userId, kind, id),

    async create(userId: string, { name, scopes }: { name: string; scopes: TokenScope[] }) {
      // The prefix lets scanners recognize one that was published.
      const token = `soundpost_${randomBytes(32).toString('base64url')}`
      const row = { userId, name, secretHash: hashToken(token), secretId }
      const created = await db.transaction(async (tx) => {
        await assertUserExistsLocked(tx, userId)
        return insertCredential(
          tx,
          { ...row, kind, scopes: [...new Set(scopes)] },
          limits.maxAppCredentials,
        )
      })
      if (!created) throw conflict(`You can have at most ${limits.maxAppCredentials} API tokens.`)
      return { row: created, token }
    },

    /** Whose token this is, and what it may do. */
    async find(token: string) {
      const found = await findByHash(db, kind, hashToken(token))
      if (!found || found.credential.secretId !== secretId) return undefined
      await recordUse(db, found.credential, null)
      return { userId: found.user.id, scopes: found.credential.scopes ?? [] }
    },
  }
}
