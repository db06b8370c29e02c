import { randomUUID } from 'node:crypto'
import { conflict, HttpError, insufficientStorage } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { assertByteQuota, assertStorageQuota, type StorageQuota } from './quota.ts'
import { chargeWriter, lockUpload, releaseWriter } from './repository.ts'

/** A client that has sent nothing for this long may be gone: another request may write. */
const leaseTtlSeconds = 60
const heartbeatMs = 10_000
/** Without a Content-Length, bytes are charged in steps of this size before they are written. */
const stepBytes = 1024 * 1024

export type WriteDeps = {
  db: Db
  rateLimitScale: number
  hasFreeSpace(bytes: number): boolean
  storageQuota?: StorageQuota | undefined
}

type Upload = { id: string; contentLength: number | undefined }

export const alreadyUsed = () => conflict('This upload URL has already been used.')

/**
 * One request at a time writes to an upload URL, on however many servers, and every byte that it sends counts toward
 * the quota of its user: before the first one if there is a Content-Length, otherwise as they arrive.
 */
export async function acquireWriteLease(deps: WriteDeps, { id, contentLength }: Upload) {
  const { db } = deps
  const writer = randomUUID()
  let charged = 0
  let received = 0
  let lastHeartbeat = Date.now()

  async function charge(bytes: number, isFirst = false) {
    await db.transaction(async (tx) => {
      const upload = await lockUpload(tx, id, leaseTtlSeconds)
      if (upload?.state !== 'issued') throw alreadyUsed()
      if (upload.writer !== writer && (!isFirst || upload.isBeingWritten)) throw beingWritten()
      const more = increase(upload, bytes)
      if (more > 0 && upload.userId) {
        const { userId } = upload
        await assertByteQuota(tx, { userId, scale: deps.rateLimitScale, bytes: more })
        await assertStorageQuota(tx, { userId, quota: deps.storageQuota, bytes: more })
      }
      await chargeWriter(tx, { id, writer, bytes })
    })
    charged += bytes
    lastHeartbeat = Date.now()
  }

  /** A database that is down for a moment does not end an upload; a lost lease does. */
  const heartbeat = () =>
    charge(0).catch((error: unknown) => {
      lastHeartbeat = Date.now()
      if (error instanceof HttpError) throw error
    })

  await charge(contentLength ?? 0, true)
  return {
    /** Passes the body on, and throws once it exceeds the quota or the disk. */
    async *meter(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        received += chunk.length
        if (received > charged) {
          const bytes = Math.max(stepBytes, received - charged)
          if (!deps.hasFreeSpace(bytes)) throw insufficientStorage()
          await charge(bytes)
        } else if (Date.now() - lastHeartbeat > heartbeatMs) await heartbeat()
        yield chunk
      }
    },
    /** What was charged and not sent is refunded. Without a database the lease ends by itself. */
    async release() {
      const refund = Math.max(0, charged - received)
      await releaseWriter(db, { id, writer, refund }).catch(() => {})
    },
  }
}

/** How many bytes more an upload counts: the size that was declared when its URL was issued is counted already. */
function increase({ size, received }: { size: number | null; received: number }, bytes: number) {
  return Math.max(size ?? 0, received + bytes) - Math.max(size ?? 0, received)
}

const beingWritten = () =>
  conflict('A file is being sent to this upload URL already. Please wait until it has arrived.')
