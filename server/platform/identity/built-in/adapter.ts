import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteRecord,
  deleteRecordsByGrant,
  findRecord,
  findRecordByUid,
  markConsumed,
  saveRecord,
} from './repository.ts'

/** Keeps what the provider library remembers in PostgreSQL, so that any server may answer the next request. */
export function createAdapter(db: Db) {
  return (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
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
      return read(await findRecord(db, kind, id))
    },
    async findByUid(uid) {
      return read(await findRecordByUid(db, kind, uid))
    },
    // For devices without a browser, which this provider does not serve.
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

function read(record: Awaited<ReturnType<typeof findRecord>>): AdapterPayload | undefined {
  if (!record) return undefined
  return record.consumedAt
    ? { ...record.payload, consumed: Math.floor(record.consumedAt.getTime() / 1000) }
    : record.payload
}
