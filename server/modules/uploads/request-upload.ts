import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { payloadTooLarge, RateLimitError, unsupportedMediaType } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { DeclaredFile, ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey, uploadPath } from '#server/shared/object-keys.ts'
import { isAcceptedContentType } from './receive.ts'
import { insertUpload, lockUploadsOfUser, recentUploads } from './repository.ts'

type Deps = { db: Db; store: ObjectStore; rateLimitScale: number }

const filesPerHour = 200
const bytesPerDay = 10 * 1024 ** 3
const urlTtlSeconds = 15 * 60

const megabyte = 1024 * 1024

/** Issues a presigned URL that accepts one file: exactly the declared one, if the client declares it. */
export async function requestUpload(
  { db, store, rateLimitScale }: Deps,
  userId: string,
  file?: DeclaredFile,
) {
  if (file && file.size > limits.maxAudioBytes)
    throw payloadTooLarge(limits.maxAudioBytes / megabyte)
  if (file && !isAcceptedContentType(file.contentType)) throw unsupportedMediaType('audio or image')
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await lockUploadsOfUser(tx, userId)
    await assertWithinQuota(tx, userId, rateLimitScale)
    await insertUpload(tx, { id, userId, key: uploadKey(id), size: file?.size })
  })
  const uploadURL = await store.presignedUploadUrl(uploadKey(id), {
    expiresInSeconds: urlTtlSeconds,
    file,
  })
  return { uploadURL, objectPath: uploadPath(id) }
}

async function assertWithinQuota(db: Db, userId: string, scale: number): Promise<void> {
  const recent = await recentUploads(db, userId)
  const maxFiles = Math.max(1, Math.round(filesPerHour * scale))
  if (recent.filesInHour >= maxFiles)
    throw new RateLimitError(
      Math.max(1, recent.secondsToNextFile),
      `You can upload ${maxFiles} files an hour. Please try again later.`,
    )
  if (recent.bytesInDay >= bytesPerDay * scale)
    throw new RateLimitError(3600, 'You can upload 10 GB a day. Please try again later.')
}
