import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  insufficientStorage,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { UploadRejected } from '#server/platform/objects/incoming-upload.ts'
import { partSizes, type UploadPart } from '#server/platform/objects/multipart.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { heartbeatMs } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadFromKey } from '#server/shared/object-keys.ts'
import {
  assertByteQuota,
  assertStorageQuota,
  isAcceptedContentType,
  type StorageQuota,
} from './policy.ts'
import {
  chargeBytes,
  isBeingRegistered,
  leases,
  lockUpload,
  recordSize,
  releaseWrite,
} from './repository.ts'

/** Without a Content-Length, bytes are charged in steps of this size before they are written. */
const stepBytes = 1024 * 1024

export type ReceiveDeps = {
  db: Db
  store: ObjectStore
  rateLimitScale: number
  hasFreeSpace(bytes: number): boolean
  storageQuota?: StorageQuota | undefined
}

type Upload = { id: string; partNumber?: number | undefined; contentLength: number | undefined }

const alreadyUsed = () => conflict('This upload URL has already been used.')

type IncomingFile = {
  key: string
  expires: string
  signature: string
  body: Readable
  contentType: string | undefined
  contentLength: number | undefined
}

/** Receives a file that is PUT to a presigned URL of this server. With S3, only those that cannot go there directly. */
export async function receiveUpload(deps: ReceiveDeps, file: IncomingFile): Promise<void> {
  const { store } = deps
  try {
    store.verifyUploadUrl(file)
    const named = uploadFromKey(file.key)
    if (named === undefined) throw alreadyUsed()
    const { id } = named
    const lease = await acquireLease(deps, { ...named, contentLength: declaredLength(file) })
    try {
      if (!isAcceptedContentType(file.contentType)) throw unsupportedMediaType('audio or image')
      const { part, meter } = lease
      const { size } = await store.receive({ ...file, part, meter, maxBytes: limits.maxAudioBytes })
      await recordReceived(deps, { id, key: file.key, size: part?.size ?? size })
    } finally {
      await lease.release()
    }
  } catch (error) {
    throw toHttpError(error)
  }
}

/** A length above the limit is not charged: the file is rejected before its first byte. */
const declaredLength = ({ contentLength }: IncomingFile) =>
  contentLength === undefined || contentLength <= limits.maxAudioBytes ? contentLength : 0

async function recordReceived(
  { db, store }: ReceiveDeps,
  { id, key, size }: { id: string; key: string; size: number },
): Promise<void> {
  if (await recordSize(db, id, size)) return
  // During registration the file may be the only copy of the upload. Leftovers are swept.
  if (!(await isBeingRegistered(db, id))) await store.remove(key)
  throw alreadyUsed()
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof UploadRejected)) return error
  if (error.reason === 'too-large') return payloadTooLarge(limits.maxAudioBytes / MiB)
  if (error.reason === 'no-length') return new HttpError(411, error.message)
  return error.reason === 'incomplete' ? badRequest(error.message) : forbidden(error.message)
}

/**
 * One request at a time writes to an upload URL, on however many servers, and every byte that it sends counts toward
 * the quota of its user: before the first one if there is a Content-Length, otherwise as they arrive. Only bytes renew
 * the lease: a client that sends nothing may be gone.
 */
async function acquireLease(deps: ReceiveDeps, { id, contentLength, partNumber }: Upload) {
  const { db } = deps
  const held = { id, lease: randomUUID() }
  let charged = 0
  let received = 0
  let lastHeartbeat = Date.now()
  let part: UploadPart | undefined

  async function charge(bytes: number, isFirst = false) {
    await db.transaction(async (tx) => {
      const upload = await lockUpload(tx, id)
      if (upload?.state !== 'issued') throw alreadyUsed()
      if (isFirst ? !upload.isFree : upload.lease !== held.lease) throw beingWritten()
      if (isFirst) part = expectedPart(upload, { partNumber, contentLength })
      const more = increase(upload, bytes)
      if (more > 0 && upload.userId) {
        const { userId } = upload
        await assertByteQuota(tx, { userId, scale: deps.rateLimitScale, bytes: more })
        await assertStorageQuota(tx, { userId, quota: deps.storageQuota, bytes: more })
      }
      await chargeBytes(tx, held, bytes)
    })
    charged += bytes
    lastHeartbeat = Date.now()
  }

  async function renew() {
    lastHeartbeat = Date.now()
    // A database that is down for a moment does not end an upload; a lost lease does.
    if (!(await leases.renew(db, held).catch(() => true))) throw alreadyUsed()
  }

  await charge(contentLength ?? 0, true)
  return {
    part,
    /** Passes the body on, and throws once it exceeds the quota or the disk. */
    async *meter(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        received += chunk.length
        if (received > charged) {
          const bytes = Math.max(stepBytes, received - charged)
          if (!deps.hasFreeSpace(bytes)) throw insufficientStorage()
          await charge(bytes)
        } else if (Date.now() - lastHeartbeat > heartbeatMs) await renew()
        yield chunk
      }
    },
    /** What was charged and not sent is refunded. Without a database the lease ends by itself. */
    async release() {
      const refund = Math.max(0, charged - received)
      await releaseWrite(db, held, refund).catch(() => {})
    },
  }
}

/** The part that is being sent; undefined if it is the whole file. Throws if the body is something else. */
function expectedPart(
  { key, multipartId, size }: NonNullable<Awaited<ReturnType<typeof lockUpload>>>,
  { partNumber, contentLength }: Omit<Upload, 'id'>,
): UploadPart | undefined {
  if (multipartId === null && partNumber === undefined) return undefined
  if (multipartId === null || partNumber === undefined || size === null)
    throw conflict('This file is sent in parts.')
  const expected = partSizes(size)[partNumber - 1]
  if (contentLength !== expected) throw badRequest(`This part must have ${expected} bytes.`)
  return { key, multipartId, size, partNumber }
}

/** How many bytes more an upload counts: the size that was declared when its URL was issued is counted already. */
function increase({ size, received }: { size: number | null; received: number }, bytes: number) {
  return Math.max(size ?? 0, received + bytes) - Math.max(size ?? 0, received)
}

const beingWritten = () =>
  conflict('A file is being sent to this upload URL already. Please wait until it has arrived.')
