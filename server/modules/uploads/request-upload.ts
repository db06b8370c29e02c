import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { payloadTooLarge, unsupportedMediaType } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import type { DeclaredFile, ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey, uploadPath } from '#server/shared/object-keys.ts'
import { assertByteQuota, assertFileQuota, assertStorageQuota, type StorageQuota } from './quota.ts'
import { isAcceptedContentType } from './receive.ts'
import { insertUpload } from './repository.ts'

type Deps = {
  db: Db
  store: ObjectStore
  rateLimitScale: number
  storageQuota?: StorageQuota | undefined
}

const urlTtlSeconds = 15 * 60

/** Issues a presigned URL that accepts one file: exactly the declared one, if the client declares it. */
export async function requestUpload(
  { db, store, rateLimitScale, storageQuota }: Deps,
  userId: string,
  file?: DeclaredFile,
) {
  if (file && file.size > limits.maxAudioBytes) throw payloadTooLarge(limits.maxAudioBytes / MiB)
  if (file && !isAcceptedContentType(file.contentType)) throw unsupportedMediaType('audio or image')
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await assertFileQuota(tx, { userId, scale: rateLimitScale })
    if (file) await assertByteQuota(tx, { userId, scale: rateLimitScale, bytes: file.size })
    await assertStorageQuota(tx, { userId, quota: storageQuota, bytes: file?.size ?? 0 })
    await insertUpload(tx, { id, userId, key: uploadKey(id), size: file?.size })
  })
  const uploadURL = await store.presignedUploadUrl(uploadKey(id), {
    expiresInSeconds: urlTtlSeconds,
    file,
  })
  return { uploadURL, objectPath: uploadPath(id) }
}
