import type { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  forbidden,
  HttpError,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { UploadRejected } from '#server/platform/objects/incoming-upload.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadIdFromKey } from '#server/shared/object-keys.ts'
import { isLeased, recordSize } from './repository.ts'
import { acquireWriteLease, alreadyUsed, type WriteDeps } from './write-lease.ts'

/** The types that browsers send for files of unknown type. */
const unspecificTypes = ['', 'application/octet-stream', 'binary/octet-stream', 'application/ogg']

/**
 * Whether a file declared as this type can be audio or an image at all. Its bytes decide later; but a file declared
 * as HTML or a script is rejected whatever its bytes are.
 */
export function isAcceptedContentType(declaredType = ''): boolean {
  const type = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  return /^(audio|image|video)\//.test(type) || unspecificTypes.includes(type)
}

type IncomingFile = {
  key: string
  expires: string
  signature: string
  body: Readable
  contentType: string | undefined
  contentLength: number | undefined
}

/** Receives a file that is PUT to a presigned URL of this server. With S3, only those that cannot go there directly. */
export async function receiveUpload(
  deps: WriteDeps & { store: ObjectStore },
  file: IncomingFile,
): Promise<void> {
  const { store } = deps
  try {
    store.verifyUploadUrl(file)
    const id = uploadIdFromKey(file.key)
    if (id === undefined) throw alreadyUsed()
    const lease = await acquireWriteLease(deps, { id, contentLength: declaredLength(file) })
    try {
      if (!isAcceptedContentType(file.contentType)) throw unsupportedMediaType('audio or image')
      const upload = { ...file, maxBytes: limits.maxAudioBytes, meter: lease.meter }
      const { size } = await store.receive(upload)
      await recordReceived(deps, { id, key: file.key, size })
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
  { db, store }: { db: Db; store: ObjectStore },
  { id, key, size }: { id: string; key: string; size: number },
): Promise<void> {
  if (await recordSize(db, id, size)) return
  // During registration the file may be the only copy of the upload. Leftovers are swept.
  if (!(await isLeased(db, id))) await store.remove(key)
  throw alreadyUsed()
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof UploadRejected)) return error
  if (error.reason === 'too-large') return payloadTooLarge(limits.maxAudioBytes / MiB)
  if (error.reason === 'no-length') return new HttpError(411, error.message)
  return error.reason === 'incomplete' ? badRequest(error.message) : forbidden(error.message)
}
