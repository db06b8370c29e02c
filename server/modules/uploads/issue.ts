import { randomUUID } from 'node:crypto'
import { TooMany } from '#server/errors.ts'
import { holdCaller } from '#server/modules/users/presence.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey, uploadPath } from '#server/shared/object-keys.ts'
import { insertUpload, recentUploads, waitForTurn } from './queries.ts'

type Deps = { db: Db; store: ObjectStore; rateLimitScale: number }

const filesInHour = 200
const bytesInDay = 10 * 1024 ** 3
const addressSeconds = 15 * 60

/** An address to which the person may send one file. */
export async function issueUpload({ db, store, rateLimitScale }: Deps, userId: string) {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await holdCaller(tx, userId)
    await waitForTurn(tx, userId)
    await refuseOverLimit(tx, userId, rateLimitScale)
    await insertUpload(tx, { id, userId, key: uploadKey(id) })
  })
  const uploadURL = await store.presignedUploadUrl(uploadKey(id), {
    expiresInSeconds: addressSeconds,
  })
  return { uploadURL, objectPath: uploadPath(id) }
}

async function refuseOverLimit(db: Db, userId: string, scale: number): Promise<void> {
  const recent = await recentUploads(db, userId)
  const most = Math.max(1, Math.round(filesInHour * scale))
  if (recent.filesInHour >= most)
    throw new TooMany(
      Math.max(1, recent.secondsToNextFile),
      `You can upload ${most} files an hour. Please try again later.`,
    )
  if (recent.bytesInDay >= bytesInDay * scale)
    throw new TooMany(3600, 'You can upload 10 GB a day. Please try again later.')
}
