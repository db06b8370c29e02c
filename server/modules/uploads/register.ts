import { buffer } from 'node:stream/consumers'
import { limits } from '#contract/limits.ts'
import { notFound, payloadTooLarge, unsupportedMediaType } from '#server/errors.ts'
import { audioContentTypes, audioFormats } from '#server/platform/media/audio-formats.ts'
import type { Media } from '#server/platform/media/media.ts'
import type { ByteRange, ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  audioKey,
  audioPath,
  imageContentType,
  imageKeys,
  imagePath,
  stagingKey,
  uploadKey,
} from '#server/shared/object-keys.ts'
import { claimImage, releaseObjects } from './claim.ts'
import { isAcceptedContentType } from './declared-type.ts'
import { registerOnce, uploadIdFromUrl } from './registration-lease.ts'
import { profileImageOf, updateProfileImage } from './repository.ts'

export type RegisterDeps = { db: Db; store: ObjectStore; media: Media }
type Asked = { userId: string; address: string }

const megabyte = 1024 * 1024

/** Checks an upload by its bytes and keeps it as audio. Answers the path that calls name it by. */
export async function registerAudio(deps: RegisterDeps, { userId, address }: Asked) {
  const id = uploadIdFromUrl(deps.store, address)
  return registerOnce(deps.db, { id, userId, kind: 'audio' }, () => storeAudio(deps, id))
}

/** The same for a picture of at most `mostBytes`. */
export async function registerImage(
  deps: RegisterDeps,
  { userId, address, mostBytes }: Asked & { mostBytes: number },
) {
  const id = uploadIdFromUrl(deps.store, address)
  const upload = { id, userId, kind: 'image' } as const
  const objectPath = await registerOnce(deps.db, upload, () => storeImage(deps, id, mostBytes))
  // Only once it is registered: a check that is cut off begins again. What stays here is swept.
  await deps.store.remove(uploadKey(id)).catch(() => {})
  return objectPath
}

export async function registerProfileImage(deps: RegisterDeps, { userId, address }: Asked) {
  const objectPath = await registerImage(deps, { userId, address, mostBytes: limits.maxImageBytes })
  await deps.db.transaction(async (tx) => {
    const before = await profileImageOf(tx, userId)
    if (!before) throw notFound('User')
    if (before.objectPath === objectPath) return
    await claimImage(tx, { userId, objectPath })
    await updateProfileImage(tx, userId, objectPath)
    if (before.objectPath) await releaseObjects(tx, [before.objectPath])
  })
  return objectPath
}

/** The bytes are moved to where nobody can write before they are looked at, or they could change after. */
async function storeAudio({ store, media }: RegisterDeps, id: string) {
  const key = stagingKey(id)
  const sent = await store.stat(uploadKey(id))
  const { size } = await stageUpload(store, id)
  const refuse = async (failure: Error) => {
    await store.remove(key)
    throw failure
  }
  if (!isAcceptedContentType(sent?.declaredType)) return refuse(unsupportedMediaType('audio'))
  if (size > limits.maxAudioBytes) return refuse(payloadTooLarge(limits.maxAudioBytes / megabyte))
  const facts = await media.probeAudio({
    size,
    read: (start, end) => readBytes(store, key, { start, end: end - 1 }),
  })
  if (!facts) return refuse(unsupportedMediaType('audio'))
  const contentType = audioContentTypes[facts.format]
  await store.move(key, audioKey(id, facts.format), { contentType })
  return {
    objectPath: audioPath(id, facts.format),
    contentType,
    size,
    duration: Math.max(1, Math.round(facts.durationSeconds)),
  }
}

/** From where it was sent to, or from where a check that was cut off had brought it. */
async function stageUpload(store: ObjectStore, id: string) {
  const key = stagingKey(id)
  const contentType = 'application/octet-stream'
  let found = await store.move(uploadKey(id), key, { contentType })
  if (!found) found = (await store.stat(key)) !== undefined
  for (const format of audioFormats)
    if (!found) found = await store.move(audioKey(id, format), key, { contentType })
  const facts = await store.stat(key)
  if (!facts) throw notFound('Upload')
  return facts
}

/** Only what we encode ourselves is kept; what was sent is removed. */
async function storeImage({ store, media }: RegisterDeps, id: string, mostBytes: number) {
  const source = uploadKey(id)
  const facts = await store.stat(source)
  if (!facts) throw notFound('Upload')
  const refuse = async (failure: Error) => {
    await store.remove(source)
    throw failure
  }
  if (!isAcceptedContentType(facts.declaredType)) return refuse(unsupportedMediaType('image'))
  if (facts.size > mostBytes) return refuse(payloadTooLarge(mostBytes / megabyte))
  const variants = await media.encodeImage(() =>
    readBytes(store, source, { start: 0, end: mostBytes - 1 }),
  )
  if (!variants) return refuse(unsupportedMediaType('image'))
  await Promise.all(
    imageKeys(id).map(async ({ key, width }) => {
      const variant = variants.find((made) => made.width === width)
      if (variant) await store.write(key, variant.bytes, { contentType: imageContentType })
    }),
  )
  return {
    objectPath: imagePath(id),
    contentType: imageContentType,
    size: facts.size,
    duration: null,
  }
}

async function readBytes(store: ObjectStore, key: string, range: ByteRange): Promise<Uint8Array> {
  const stream = await store.read(key, range)
  if (!stream) throw notFound('Upload')
  return buffer(stream)
}
