import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { imageWidths } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import { audioContentTypes } from '#server/platform/media/audio-formats.ts'
import { encodeVariants } from '#server/platform/media/image-variants.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  audioKey,
  audioPath,
  imageContentType,
  imageKeys,
  imagePath,
  uploadKey,
} from '#server/shared/object-keys.ts'

type Deps = { db: Db; store: ObjectStore }

/** A file in the object store that no track, user or playlist references yet. */
export type StoredFile = {
  id: string
  kind: 'audio' | 'image'
  objectPath: string
  contentType: string
  size: number
  duration: number | null
}

/** Inserted before the file is written, so that the sweep finds the file after a crash. */
async function reserveUpload(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insert(uploads).values({ id, key: uploadKey(id) })
  return id
}

export async function storeAudio(
  { db, store }: Deps,
  track: { mp3: Uint8Array; seconds: number },
): Promise<StoredFile> {
  const id = await reserveUpload(db)
  const contentType = audioContentTypes.mp3
  await store.write(audioKey(id, 'mp3'), track.mp3, { contentType })
  return {
    id,
    kind: 'audio',
    objectPath: audioPath(id, 'mp3'),
    contentType,
    size: track.mp3.length,
    duration: Math.max(1, Math.round(track.seconds)),
  }
}

export type ImageStorer = (name: string) => Promise<StoredFile>

/** Stores an image of ./artwork in every width, as an upload does. */
export function createImageStorer({ db, store }: Deps): ImageStorer {
  return async (name) => {
    const source = await readFile(path.join(import.meta.dirname, 'artwork', `${name}.webp`))
    const variants = await encodeVariants(source, imageWidths)
    const id = await reserveUpload(db)
    for (const { key, width } of imageKeys(id)) {
      const bytes = variants.find((variant) => variant.width === width)?.bytes
      if (bytes) await store.write(key, bytes, { contentType: imageContentType })
    }
    return {
      id,
      kind: 'image',
      objectPath: imagePath(id),
      contentType: imageContentType,
      size: source.length,
      duration: null,
    }
  }
}

/** Marks the file as used by this user. */
export async function assignFile(db: Db, file: StoredFile, userId: string): Promise<void> {
  const { id, ...metadata } = file
  await db
    .update(uploads)
    .set({ ...metadata, userId, state: 'used', registeredAt: new Date() })
    .where(eq(uploads.id, id))
}

/** In an empty instance an upload without owner is left over from an interrupted run. */
export async function removeUnownedUploads({ db, store }: Deps): Promise<void> {
  await db.update(uploads).set({ state: 'released' }).where(isNull(uploads.userId))
  await removeReleasedFiles({ db, store })
}
