import { createHash, randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import {
  conflict,
  HttpError,
  notFound,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { partSizes } from '#server/platform/objects/multipart.ts'
import type { DeclaredFile, ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey, uploadPath } from '#server/shared/object-keys.ts'
import {
  assertByteQuota,
  assertFileQuota,
  assertStorageQuota,
  isAcceptedContentType,
  type StorageQuota,
} from './policy.ts'
import { findPublishedFiles } from './published-repository.ts'
import {
  findRemovedHashes,
  insertUpload,
  markUsed,
  releaseByPath,
  releaseUsedBy,
  setMultipartId,
} from './repository.ts'

type Deps = {
  db: Db
  store: ObjectStore
  rateLimitScale: number
  storageQuota?: StorageQuota | undefined
}

export const urlTtlSeconds = 15 * 60

/**
 * Issues a presigned URL that accepts one file: exactly the declared one, if the client declares it. If the file comes
 * in parts, the URL only names the upload.
 */
export async function requestUpload(
  { db, store, rateLimitScale, storageQuota }: Deps,
  userId: string,
  file?: DeclaredFile & { inParts?: boolean; fileName?: string | null | undefined },
) {
  if (file && file.size > limits.maxAudioBytes) throw payloadTooLarge(limits.maxAudioBytes / MiB)
  if (file && !isAcceptedContentType(file.contentType)) throw unsupportedMediaType('audio or image')
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await assertFileQuota(tx, { userId, scale: rateLimitScale })
    if (file) await assertByteQuota(tx, { userId, scale: rateLimitScale, bytes: file.size })
    await assertStorageQuota(tx, { userId, quota: storageQuota, bytes: file?.size ?? 0 })
    const row = { id, userId, key: uploadKey(id), size: file?.size, fileName: file?.fileName }
    await insertUpload(tx, row)
  })
  const inParts = file?.inParts
  if (inParts) await setMultipartId(db, id, await store.multipart.create(uploadKey(id), file))
  const uploadURL = await store.presignedUploadUrl(uploadKey(id), {
    expiresInSeconds: urlTtlSeconds,
    file: inParts ? undefined : file,
  })
  return {
    ...{ uploadURL, objectPath: uploadPath(id) },
    ...(inParts && { id, partSize: limits.uploadPartBytes, parts: partSizes(file.size).length }),
  }
}

/** By which a client recognizes files that the user has published already. */
export async function listPublishedFiles(db: Db, userId: string, sizes: readonly number[]) {
  // Any file can be chosen: the database compares no larger numbers.
  const possible = sizes.filter((size) => size <= limits.maxAudioBytes)
  const files = await findPublishedFiles(db, userId, possible)
  return files.map(({ size, track, ...file }) => ({
    ...file,
    size: size ?? 0,
    track: { ...track, createdAt: track.createdAt.toISOString() },
  }))
}

/**
 * How other modules claim a registered file and release it, always in the transaction that writes or
 * deletes the row which references the file. A file is claimed once.
 */

type Claim = { userId: string; objectPath: string }

export async function claimAudio(
  db: Db,
  claim: Claim,
): Promise<{ duration: number | null; size: number | null }> {
  const used = await markUsed(db, { ...claim, kind: 'audio' })
  if (used === 'already used') throw conflict('This audio file is already used by a track.')
  if (!used) throw notFound('Audio file')
  return used
}

export async function claimImage(db: Db, claim: Claim): Promise<void> {
  const used = await markUsed(db, { ...claim, kind: 'image' })
  if (used === 'already used')
    throw conflict('This image is already in use. Please upload it again.')
  if (!used) throw notFound('Image')
}

/** A background job removes the files from the store soon after commit, and retries until they are removed. */
export async function releaseObjects(
  db: Db,
  objectPaths: readonly (string | null)[],
): Promise<void> {
  const paths = objectPaths.filter((path) => path !== null)
  if (paths.length > 0) await releaseByPath(db, paths)
}

/** Everything that a user's tracks, playlists and profile reference. Call it before the user's row is deleted. */
export const releaseObjectsOf = (db: Db, userId: string): Promise<void> => releaseUsedBy(db, userId)

export type FileHash = { size: number; sha256: string }

/** Undefined if there is no such file. */
export async function hashFile(store: ObjectStore, key: string): Promise<FileHash | undefined> {
  const stream = await store.read(key)
  if (!stream) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Reads the file only if a removed one has the same size. */
export async function isRemovedFile(
  { db, store }: { db: Db; store: ObjectStore },
  key: string,
  size: number,
): Promise<boolean> {
  const removed = await findRemovedHashes(db, size)
  if (removed.length === 0) return false
  const file = await hashFile(store, key)
  return file !== undefined && removed.includes(file.sha256)
}

export const removedFile = () => new HttpError(422, 'This file was removed by a moderator.')
