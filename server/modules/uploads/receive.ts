import type { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { UploadRejected } from '#server/platform/objects/incoming-upload.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadIdFromKey } from '#server/shared/object-keys.ts'
import { isIssued, isLeased, recordSize } from './repository.ts'

/** The types that browsers send when they do not know better. */
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

const megabyte = 1024 * 1024
/** Rejects every size. The store checks the signature first, so that a wrong URL is reported as such. */
const rejectAll = -1

/** Receives a file that is PUT to a presigned URL of this server. With S3, only those that cannot go there directly. */
export async function receiveUpload(
  { db, store }: { db: Db; store: ObjectStore },
  file: IncomingFile,
): Promise<void> {
  const id = uploadIdFromKey(file.key)
  const isOpen = id !== undefined && (await isIssued(db, id))
  const rejection = isOpen ? contentTypeError(file) : alreadyUsed()
  const maxBytes = rejection ? rejectAll : limits.maxAudioBytes
  const { size } = await store.receive({ ...file, maxBytes }).catch((error: unknown) => {
    throw rejection && isTooLarge(error) ? rejection : toHttpError(error)
  })
  if (id !== undefined && (await recordSize(db, id, size))) return
  // During registration the file may be the only copy of the upload. Leftovers are swept.
  if (id === undefined || !(await isLeased(db, id))) await store.remove(file.key)
  throw alreadyUsed()
}

const contentTypeError = ({ contentType }: IncomingFile) =>
  isAcceptedContentType(contentType) ? undefined : unsupportedMediaType('audio or image')

const alreadyUsed = () => conflict('This upload URL has already been used.')

function isTooLarge(error: unknown): boolean {
  return error instanceof UploadRejected && error.reason === 'too-large'
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof UploadRejected)) return error
  if (error.reason === 'too-large') return payloadTooLarge(limits.maxAudioBytes / megabyte)
  if (error.reason === 'no-length') return new HttpError(411, error.message)
  return error.reason === 'incomplete' ? badRequest(error.message) : forbidden(error.message)
}
