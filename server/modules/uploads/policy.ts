import { storageFull } from '#contract/limits.ts'
import { HttpError, RateLimitError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { lockUploadsOfUser, recentUploads, storedBytes } from './repository.ts'

const filesPerHour = 200
const bytesPerDay = 10 * 1024 ** 3

type Quota = { userId: string; scale: number }

/** Throws 429 if the user may not upload another file. Call it in a transaction: the lock ends with it. */
export async function assertFileQuota(db: Db, { userId, scale }: Quota): Promise<void> {
  await lockUploadsOfUser(db, userId)
  const recent = await recentUploads(db, userId)
  const maxFiles = Math.max(1, Math.round(filesPerHour * scale))
  if (recent.filesInHour >= maxFiles)
    throw new RateLimitError(
      Math.max(1, recent.secondsToNextFile),
      `You can upload ${maxFiles} files an hour. Please try again later.`,
    )
  if (recent.bytesInDay >= bytesPerDay * scale) throw tooManyBytes()
}

/** Throws 429 if the user may not upload this many bytes more. */
export async function assertByteQuota(
  db: Db,
  { userId, scale, bytes }: Quota & { bytes: number },
): Promise<void> {
  await lockUploadsOfUser(db, userId)
  const { bytesInDay } = await recentUploads(db, userId)
  if (bytesInDay + bytes > bytesPerDay * scale) throw tooManyBytes()
}

const tooManyBytes = () =>
  new RateLimitError(
    3600,
    'You have reached the upload limit of 10 GB a day. Please try again later.',
  )

/** How many bytes a user may store (UPLOAD_QUOTA_MB); undefined for any number. */
export type StorageQuota = (userId: string) => Promise<number | undefined>

/** Throws 413 if the user may not store this many bytes more. */
export async function assertStorageQuota(
  db: Db,
  { userId, quota, bytes }: { userId: string; quota: StorageQuota | undefined; bytes: number },
): Promise<void> {
  const max = await quota?.(userId)
  if (max === undefined) return
  await lockUploadsOfUser(db, userId)
  const stored = await storedBytes(db, userId)
  if (stored + bytes > max || stored >= max) throw new HttpError(413, storageFull)
}

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
