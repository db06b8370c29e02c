import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { providerRecords } from '#server/database/schema.ts'
import { hasControlCharacters } from '#server/platform/http/control-characters.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/**
 * Stores the provider library's state in PostgreSQL, so that any server can handle the next request.
 * Ids can come out of tokens, which only the library decodes: none with a control character exists.
 */
export function createAdapter(db: Db) {
  return (kind: string): Adapter => {
    const isKind = eq(providerRecords.kind, kind)
    const hasId = (id: string) => and(isKind, eq(providerRecords.id, id))
    const find = async (key: string, condition: SQL | undefined) => {
      if (hasControlCharacters(key)) return undefined
      const [record] = await db.select().from(providerRecords).where(and(condition, isNotExpired()))
      return record && toPayload(record)
    }
    return {
      async upsert(id, payload, expiresIn) {
        if (hasControlCharacters(payload))
          throw new errors.InvalidRequest('a parameter contains a control character')
        const values = {
          payload: { ...payload },
          uid: payload.uid ?? null,
          userCode: payload.userCode ?? null,
          grantId: payload.grantId ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        }
        await db
          .insert(providerRecords)
          .values({ kind, id, ...values })
          .onConflictDoUpdate({ target: [providerRecords.kind, providerRecords.id], set: values })
      },
      find: (id) => find(id, hasId(id)),
      findByUid: (uid) => find(uid, and(isKind, eq(providerRecords.uid, uid))),
      // Only used by the device flow, which is disabled.
      findByUserCode: async () => undefined,
      async consume(id) {
        await db.update(providerRecords).set({ consumedAt: sql`now()` }).where(hasId(id))
      },
      async destroy(id) {
        await db.delete(providerRecords).where(hasId(id))
      },
      async revokeByGrantId(grantId) {
        await db.delete(providerRecords).where(and(isKind, eq(providerRecords.grantId, grantId)))
      },
    }
  }
}

const isNotExpired = () =>
  or(isNull(providerRecords.expiresAt), gt(providerRecords.expiresAt, sql`now()`))

type ProviderRecord = typeof providerRecords.$inferSelect
const toPayload = ({ payload, consumedAt }: ProviderRecord): AdapterPayload =>
  consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload

const payload = (path: string) => sql`${providerRecords.payload} #>> ${path}`
const ofSession = (uid: string) =>
  or(
    and(eq(providerRecords.kind, 'Session'), eq(providerRecords.uid, uid)),
    eq(payload('{sessionUid}'), uid),
    eq(payload('{session,uid}'), uid),
  )

/**
 * Ends all sessions of an account at the provider, and its sign-ins in progress. The session `except` stays, except its
 * grants, which are created again.
 */
export async function endProviderSessions(db: Db, accountId: string, except?: string) {
  const ofAccount = or(
    eq(payload('{accountId}'), accountId),
    eq(payload('{session,accountId}'), accountId),
    eq(payload('{result,login,accountId}'), accountId),
  )
  const condition = except ? and(ofAccount, sql`(${ofSession(except)}) is not true`) : ofAccount
  await db.delete(providerRecords).where(condition)
}

/** Ends one session at the provider: the browser has to enter the password again. */
export async function endProviderSession(db: Db, uid: string) {
  await db.delete(providerRecords).where(ofSession(uid))
}

/** Ends all sessions and all sign-ins in progress at the provider. */
export async function endAllProviderSessions(db: Db) {
  await db.delete(providerRecords)
}
