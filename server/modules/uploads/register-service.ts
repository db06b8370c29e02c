import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  conflict,
  HttpError,
  notFound,
  payloadTooLarge,
  unsupportedMediaType,
} from '#server/errors.ts'
import { audioContentTypes, audioFormats } from '#server/platform/media/audio-formats.ts'
import type { Media } from '#server/platform/media/media.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { checkedUploads } from '#server/platform/metrics/metrics.ts'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Lease } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  audioKey,
  audioPath,
  imageContentType,
  imageKeys,
  imagePath,
  stagingKey,
  uploadIdFromKey,
  uploadKey,
} from '#server/shared/object-keys.ts'
import { completeParts } from './parts-service.ts'
import { isAcceptedContentType } from './policy.ts'
import {
  endRegistration,
  expectedSize,
  findUpload,
  leaseForRegistration,
  leases,
  lockProfileImage,
  type RegisteredFile,
  updateProfileImage,
} from './repository.ts'
import { claimImage, isRemovedFile, releaseObjects, removedFile } from './service.ts'

export type RegisterDeps = {
  db: Db
  store: ObjectStore
  media: Media
  hasFreeSpace(bytes: number): boolean
}
type Registration = { userId: string; url: string; contentHash?: string | undefined }

const maxWaitMs = 8000
const pollMs = 100

/** Checks the bytes of an upload and stores it as audio. Returns the object path. */
export async function registerAudio(
  deps: RegisterDeps,
  registration: Registration & { origin?: Pick<RegisteredFile, 'fileName' | 'createdAt'> },
) {
  const { userId, url, contentHash, origin } = registration
  const id = uploadIdFromUrl(deps.store, url)
  return registerOnce(deps.db, { id, userId, kind: 'audio' }, async () => ({
    ...(await storeAudio(deps, id, userId)),
    ...{ contentHash, ...origin },
  }))
}

/** The same for an image of at most `maxBytes`. */
export async function registerImage(
  deps: RegisterDeps,
  { userId, url, maxBytes }: Registration & { maxBytes: number },
) {
  const id = uploadIdFromUrl(deps.store, url)
  const upload = { id, userId, kind: 'image' } as const
  const objectPath = await registerOnce(deps.db, upload, () =>
    storeImage(deps, { id, userId, maxBytes }),
  )
  // Only after registration, because an interrupted one starts over. The sweep removes what is left.
  await deps.store.remove(uploadKey(id)).catch(() => {})
  return objectPath
}

export async function registerProfileImage(deps: RegisterDeps, { userId, url }: Registration) {
  const objectPath = await registerImage(deps, { userId, url, maxBytes: limits.maxImageBytes })
  await deps.db.transaction(async (tx) => {
    const current = await lockProfileImage(tx, userId)
    if (!current) throw notFound('User')
    if (current.objectPath === objectPath) return
    await claimImage(tx, { userId, objectPath })
    await updateProfileImage(tx, userId, objectPath)
    if (current.objectPath) await releaseObjects(tx, [current.objectPath])
  })
  return objectPath
}

type Upload = { id: string; userId: string; kind: RegisteredFile['kind'] }

/** The upload that a presigned URL was issued for. Nothing is ever fetched from the URL itself. */
function uploadIdFromUrl(store: ObjectStore, url: string): string {
  const key = store.keyFromUploadUrl(url)
  const id = key && uploadIdFromKey(key)
  if (!id) throw badRequest('This is not an upload URL of this site')
  return id
}

/**
 * Registers an upload once, however many concurrent requests there are on however many servers: one
 * of them holds the lease and stores the file, the others wait for its result. The row says
 * `registered` only after the file is stored.
 */
async function registerOnce(
  db: Db,
  upload: Upload,
  storeFile: () => Promise<Omit<RegisteredFile, 'kind'>>,
): Promise<string> {
  const held = await waitForLease(db, upload)
  if (typeof held === 'string') return held
  try {
    const file = await leases.withHeartbeat(db, held, storeFile)
    const outcome = { state: 'registered', kind: upload.kind, ...file } as const
    if (await endRegistration(db, held, outcome)) {
      checkedUploads.inc({ kind: upload.kind, result: 'accepted' })
      return file.objectPath
    }
  } catch (error) {
    const state = isRejection(error) ? 'rejected' : 'issued'
    checkedUploads.inc({ kind: upload.kind, result: isRejection(error) ? 'rejected' : 'failed' })
    await endRegistration(db, held, { state }).catch(() => {})
    throw error
  }
  const registered = await findRegistered(db, upload)
  if (registered === undefined)
    throw conflict('Checking this file took too long. Please try again.')
  return registered
}

/** Returns the path instead if another request has registered the upload. */
async function waitForLease(db: Db, upload: Upload): Promise<Lease | string> {
  for (const deadline = Date.now() + maxWaitMs; ; ) {
    const found = (await findRegistered(db, upload)) ?? (await leaseForRegistration(db, upload.id))
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw conflict('This file is already being checked. Please try again in a moment.')
    await wait(pollMs)
  }
}

async function findRegistered(db: Db, { id, userId, kind }: Upload): Promise<string | undefined> {
  const found = await findUpload(db, { id, userId })
  if (!found) throw notFound('Upload')
  if (found.state === 'rejected')
    throw conflict('This file was rejected. Please upload another one.')
  if (found.objectPath === null) return undefined
  if (found.kind !== kind) throw conflict(`This file is already registered as ${found.kind}.`)
  return found.objectPath
}

/** The file itself is not acceptable: another one needs another upload URL. */
const isRejection = (error: unknown) =>
  error instanceof HttpError && [400, 413, 415, 422].includes(error.status)

/** The store should have checked the size of a direct upload; this check is for one that did not. */
async function isExpectedSize({ db, store }: RegisterDeps, id: string, size: number) {
  const expected = isLocalDisk(store) ? null : await expectedSize(db, id)
  return expected === null || expected === size
}

const otherFile = () => badRequest('This is not the file for which the upload URL was issued.')

/** Stages the file first: its bytes could change after the check as long as the presigned URL can write to it. */
async function storeAudio(deps: RegisterDeps, id: string, userId: string) {
  const { store, media } = deps
  const key = stagingKey(id)
  await completeParts(deps, { id, userId })
  const uploaded = await store.stat(uploadKey(id))
  const { size } = await stageUpload(store, id)
  const reject = async (error: Error) => {
    await store.remove(key)
    throw error
  }
  if (!isAcceptedContentType(uploaded?.declaredType)) return reject(unsupportedMediaType('audio'))
  if (size > limits.maxAudioBytes) return reject(payloadTooLarge(limits.maxAudioBytes / MiB))
  if (!(await isExpectedSize(deps, id, size))) return reject(otherFile())
  if (await isRemovedFile(deps, key, size)) return reject(removedFile())
  const metadata = await media.probeAudio({ client: userId, size, read: bytesOf(store, key) })
  if (!metadata) return reject(unsupportedMediaType('audio'))
  const contentType = audioContentTypes[metadata.format]
  await store.move(key, audioKey(id, metadata.format), { contentType })
  return {
    objectPath: audioPath(id, metadata.format),
    contentType,
    size,
    duration: Math.max(1, Math.round(metadata.durationSeconds)),
    tagLayout: JSON.stringify(metadata.tagLayout),
  }
}

/** Moves the upload to its staging key, from wherever an interrupted registration has left it. */
async function stageUpload(store: ObjectStore, id: string) {
  const key = stagingKey(id)
  const contentType = 'application/octet-stream'
  let found = await store.move(uploadKey(id), key, { contentType })
  if (!found) found = (await store.stat(key)) !== undefined
  for (const format of audioFormats)
    if (!found) found = await store.move(audioKey(id, format), key, { contentType })
  const staged = await store.stat(key)
  if (!staged) throw notFound('Upload')
  return staged
}

/** Stores only images that we have encoded ourselves; the uploaded file is removed. */
async function storeImage(
  deps: RegisterDeps,
  { id, userId, maxBytes }: { id: string; userId: string; maxBytes: number },
) {
  const { store, media } = deps
  const source = uploadKey(id)
  const uploaded = await store.stat(source)
  if (!uploaded) throw notFound('Upload')
  const reject = async (error: Error) => {
    await store.remove(source)
    throw error
  }
  if (!isAcceptedContentType(uploaded.declaredType)) return reject(unsupportedMediaType('image'))
  if (uploaded.size > maxBytes) return reject(payloadTooLarge(maxBytes / MiB))
  if (!(await isExpectedSize(deps, id, uploaded.size))) return reject(otherFile())
  const { size } = uploaded
  const variants = await media.encodeImage({ client: userId, size, read: bytesOf(store, source) })
  if (!variants) return reject(unsupportedMediaType('image'))
  await Promise.all(
    imageKeys(id).map(async ({ key, width }) => {
      const variant = variants.find((encoded) => encoded.width === width)
      if (variant) await store.write(key, variant.bytes, { contentType: imageContentType })
    }),
  )
  return {
    objectPath: imagePath(id),
    contentType: imageContentType,
    size,
    duration: null,
    tagLayout: null,
  }
}

const bytesOf = (store: ObjectStore, key: string) => async (start: number, end: number) => {
  const stream = await store.read(key, { start, end: end - 1 })
  if (!stream) throw notFound('Upload')
  return buffer(stream)
}
