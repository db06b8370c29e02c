import type { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  conflict,
  forbidden,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { UploadRejected } from '#server/platform/objects/incoming-upload.ts'
import type { LocalDisk } from '#server/platform/objects/local-disk.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadIdFromKey } from '#server/shared/object-keys.ts'
import { isAcceptedContentType } from './declared-type.ts'
import { isIssued, isLeased, recordSize } from './repository.ts'

type IncomingFile = {
  key: string
  expires: string
  signature: string
  body: Readable
  contentType: string | undefined
  contentLength: number | undefined
}

const megabyte = 1024 * 1024
/** The signature is looked at before the size, so that a wrong address is a wrong address first. */
const nothingAtAll = -1

/** Takes the file that is sent to an address of the disk store. On S3 it never comes by here. */
export async function receiveUpload(
  { db, disk }: { db: Db; disk: LocalDisk },
  arriving: IncomingFile,
): Promise<void> {
  const id = uploadIdFromKey(arriving.key)
  const open = id !== undefined && (await isIssued(db, id))
  const refusal = open ? contentTypeError(arriving) : usedAlready()
  const maxBytes = refusal ? nothingAtAll : limits.maxAudioBytes
  const facts = await disk.receive({ ...arriving, maxBytes }).catch((error: unknown) => {
    throw refusal && isTooLarge(error) ? refusal : toHttpError(error)
  })
  if (id !== undefined && (await recordSize(db, id, facts.size))) return
  // While it is being checked, what lies there may be all that there is of the upload; what stays is swept.
  if (id === undefined || !(await isLeased(db, id))) await disk.remove(arriving.key)
  throw usedAlready()
}

const contentTypeError = ({ contentType }: IncomingFile) =>
  isAcceptedContentType(contentType) ? undefined : unsupportedMediaType('audio or image')

const usedAlready = () => conflict('This upload address has been used already.')

function isTooLarge(error: unknown): boolean {
  return error instanceof UploadRejected && error.reason === 'too-large'
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof UploadRejected)) return error
  if (error.reason === 'too-large') return payloadTooLarge(limits.maxAudioBytes / megabyte)
  return error.reason === 'incomplete' ? badRequest(error.message) : forbidden(error.message)
}
