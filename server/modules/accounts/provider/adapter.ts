import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { hasControlCharacters } from '#server/platform/http/control-characters.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteRecord,
  deleteRecordsByGrant,
  findRecord,
  findRecordByUid,
  markConsumed,
  saveRecord,
} from '../repository.ts'

/**
 * Stores the provider library's state in PostgreSQL, so that any server can handle the next request.
 * Ids can come out of tokens, which only the library decodes: none with a control character exists.
 */
export function createAdapter(db: Db) {
  return (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      if (hasControlCharacters(payload))
        throw new errors.InvalidRequest('a parameter contains a control character')
      await saveRecord(db, {
        kind,
        id,
        payload: { ...payload },
        uid: payload.uid ?? null,
        userCode: payload.userCode ?? null,
        grantId: payload.grantId ?? null,
        expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      })
    },
    async find(id) {
      return hasControlCharacters(id) ? undefined : toPayload(await findRecord(db, kind, id))
    },
    async findByUid(uid) {
      return hasControlCharacters(uid) ? undefined : toPayload(await findRecordByUid(db, kind, uid))
    },
    // Only used by the device flow, which is disabled.
    async findByUserCode() {
      return undefined
    },
    async consume(id) {
      await markConsumed(db, kind, id)
    },
    async destroy(id) {
      await deleteRecord(db, kind, id)
    },
    async revokeByGrantId(grantId) {
      await deleteRecordsByGrant(db, kind, grantId)
    },
  })
}

function toPayload(record: Awaited<ReturnType<typeof findRecord>>): AdapterPayload | undefined {
  if (!record) return undefined
  return record.consumedAt
    ? { ...record.payload, consumed: Math.floor(record.consumedAt.getTime() / 1000) }
    : record.payload
}
