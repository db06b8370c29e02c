import { setTimeout as wait } from 'node:timers/promises'
import { badRequest, conflict, HttpError, notFound } from '#server/errors.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadIdFromKey } from '#server/shared/object-keys.ts'
import {
  acquireLease,
  completeRegistration,
  findUpload,
  type RegisteredFile,
  rejectUpload,
  releaseLease,
  renewLease,
} from './repository.ts'

/** A registration without a heartbeat for this long was interrupted with its server. */
const leaseTtlSeconds = 10
const maxWaitMs = 8000
const pollMs = 100

type Upload = { id: string; userId: string; kind: RegisteredFile['kind'] }

/** The upload that a presigned URL was issued for. Nothing is ever fetched from the URL itself. */
export function uploadIdFromUrl(store: ObjectStore, url: string): string {
  const key = store.keyFromUploadUrl(url)
  const id = key && uploadIdFromKey(key)
  if (!id) throw badRequest('This is not an upload URL of this site')
  return id
}

/**
 * Registers an upload once, however many concurrent requests there are on however many servers: one
 * of them holds the lease and stores the file, the others wait for its result. The row says
 * `registered` only after the file is stored.
 */
export async function registerOnce(
  db: Db,
  upload: Upload,
  storeFile: () => Promise<Omit<RegisteredFile, 'kind'>>,
): Promise<string> {
  for (const deadline = Date.now() + maxWaitMs; ; ) {
    const registered = await findRegistered(db, upload)
    if (registered !== undefined) return registered
    if (await acquireLease(db, upload.id, leaseTtlSeconds)) break
    if (Date.now() > deadline)
      throw conflict('This file is already being checked. Please try again in a moment.')
    await wait(pollMs)
  }
  const file = { kind: upload.kind, ...(await withHeartbeat(db, upload.id, storeFile)) }
  // The row is gone if the account was deleted in the meantime.
  if (!(await completeRegistration(db, upload.id, file))) throw notFound('Upload')
  return file.objectPath
}

async function findRegistered(db: Db, { id, userId, kind }: Upload): Promise<string | undefined> {
  const found = await findUpload(db, { id, userId })
  if (!found) throw notFound('Upload')
  if (found.state === 'rejected')
    throw conflict('This file was rejected. Please upload another one.')
  if (found.objectPath === null) return undefined
  if (found.kind !== kind) throw conflict(`This file is already registered as ${found.kind}.`)
  return found.objectPath
}

async function withHeartbeat<T>(db: Db, id: string, run: () => Promise<T>): Promise<T> {
  let lastRenewal = Date.now()
  const heartbeat = setInterval(() => {
    const now = Date.now()
    renewLease(db, id).then(
      () => {
        lastRenewal = now
      },
      () => {},
    )
  }, leaseTtlSeconds * 250)
  try {
    const result = await run()
    // Another request may have taken over the lease, and the stored file may be its own.
    if (Date.now() - lastRenewal > leaseTtlSeconds * 900)
      throw conflict('Checking this file took too long. Please try again.')
    return result
  } catch (error) {
    await (isRejection(error) ? rejectUpload : releaseLease)(db, id).catch(() => {})
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/** The file itself is not acceptable: another one needs another upload URL. */
const isRejection = (error: unknown) =>
  error instanceof HttpError && [400, 413, 415, 422].includes(error.status)
