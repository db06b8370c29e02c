import { setTimeout as wait } from 'node:timers/promises'
import { badRequest, conflict, notFound } from '#server/errors.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadIdFromKey } from '#server/shared/object-keys.ts'
import {
  acquireLease,
  completeRegistration,
  findUpload,
  type RegisteredFile,
  releaseLease,
  renewLease,
} from './repository.ts'

/** A check that has not been seen alive for this long was cut off with its server. */
const leaseTtlSeconds = 10
const patienceMs = 8000
const askAgainMs = 100

type Upload = { id: string; userId: string; kind: RegisteredFile['kind'] }

/** The id of the upload that an address was issued for. Nothing is ever fetched from the address itself. */
export function uploadIdFromUrl(store: ObjectStore, address: string): string {
  const key = store.keyFromUploadUrl(address)
  const id = key && uploadIdFromKey(key)
  if (!id) throw badRequest('This is not an upload address of this site')
  return id
}

/**
 * Registers an upload once, however often and wherever it is asked for at the same time: one caller
 * keeps the bytes, the others wait for its outcome. The row says so only when the bytes are kept.
 */
export async function registerOnce(
  db: Db,
  upload: Upload,
  keep: () => Promise<Omit<RegisteredFile, 'kind'>>,
): Promise<string> {
  for (const end = Date.now() + patienceMs; ; ) {
    const before = await registeredBefore(db, upload)
    if (before !== undefined) return before
    if (await acquireLease(db, upload.id, leaseTtlSeconds)) break
    if (Date.now() > end)
      throw conflict('This file is being checked already. Please try again in a moment.')
    await wait(askAgainMs)
  }
  const kept = { kind: upload.kind, ...(await withHeartbeat(db, upload.id, keep)) }
  // Not there any more: the account was deleted meanwhile.
  if (!(await completeRegistration(db, upload.id, kept))) throw notFound('Upload')
  return kept.objectPath
}

async function registeredBefore(db: Db, { id, userId, kind }: Upload): Promise<string | undefined> {
  const found = await findUpload(db, { id, userId })
  if (!found) throw notFound('Upload')
  if (found.objectPath === null) return undefined
  if (found.kind !== kind) throw conflict(`This file is registered as ${found.kind} already.`)
  return found.objectPath
}

async function withHeartbeat<T>(db: Db, id: string, work: () => Promise<T>): Promise<T> {
  let seenAlive = Date.now()
  const sign = setInterval(() => {
    const now = Date.now()
    renewLease(db, id).then(
      () => {
        seenAlive = now
      },
      () => {},
    )
  }, leaseTtlSeconds * 250)
  try {
    const result = await work()
    // Somebody else may have taken the upload over, and what is kept may be theirs.
    if (Date.now() - seenAlive > leaseTtlSeconds * 900)
      throw conflict('Checking this file took too long. Please try again.')
    return result
  } catch (error) {
    await releaseLease(db, id).catch(() => {})
    throw error
  } finally {
    clearInterval(sign)
  }
}
