import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import { providerKeys } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { withAdvisoryLock } from '../repository.ts'

export const signingAlgorithm = 'ES256'

/** The keys that sign id tokens: generated once, shared by all servers on this database. */
export async function loadSigningKeys(db: Db): Promise<JWK[]> {
  const existing = await readKeys(db)
  if (existing.length > 0) return existing
  return withAdvisoryLock(db, 'signing keys', async (locked) => {
    if ((await locked.$count(providerKeys)) === 0) {
      const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
      const privateJwk = { ...privateKey.export({ format: 'jwk' }) }
      await locked.insert(providerKeys).values({ kid: randomUUID(), privateJwk })
    }
    return readKeys(locked)
  })
}

async function readKeys(db: Db): Promise<JWK[]> {
  const keys = await db.select().from(providerKeys).orderBy(providerKeys.createdAt)
  return keys.map(({ kid, privateJwk }) => ({
    ...(privateJwk as JWK),
    kid,
    use: 'sig',
    alg: signingAlgorithm,
  }))
}
