import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type { Db } from '#server/platform/postgres/open.ts'
import { insertSigningKey, listSigningKeys, withAdvisoryLock } from '../repository.ts'

export const signingAlgorithm = 'ES256'

/** The keys that sign id tokens: generated once, shared by all servers on this database. */
export async function loadSigningKeys(db: Db): Promise<JWK[]> {
  const existing = await readKeys(db)
  if (existing.length > 0) return existing
  return withAdvisoryLock(db, 'signing keys', async (locked) => {
    if ((await listSigningKeys(locked)).length === 0) await addKey(locked)
    return readKeys(locked)
  })
}

async function readKeys(db: Db): Promise<JWK[]> {
  const keys = await listSigningKeys(db)
  return keys.map(({ kid, privateJwk }) => ({
    ...(privateJwk as JWK),
    kid,
    use: 'sig',
    alg: signingAlgorithm,
  }))
}

async function addKey(db: Db) {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  await insertSigningKey(db, randomUUID(), { ...privateKey.export({ format: 'jwk' }) })
}
