import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { imageWidths } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { removeReleasedFiles } from '#server/modules/uploads/sweep.ts'
import { audioContentTypes } from '#server/platform/media/audio-formats.ts'
import { createImageEncoder } from '#server/platform/media/image-encoder.ts'
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

/** A file that lies in the store and that no row names yet. */
export type StoredFile = {
  id: string
  kind: 'audio' | 'image'
  objectPath: string
  contentType: string
  size: number
  duration: number | null
}

/** The row comes before the file, so that whatever happens the file is found again and swept. */
async function announce(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insert(uploads).values({ id, key: uploadKey(id) })
  return id
}

export async function storeAudio(
  { db, store }: Deps,
  music: { mp3: Uint8Array; seconds: number },
): Promise<StoredFile> {
  const id = await announce(db)
  const contentType = audioContentTypes.mp3
  await store.write(audioKey(id, 'mp3'), music.mp3, { contentType })
  return {
    id,
    kind: 'audio',
    objectPath: audioPath(id, 'mp3'),
    contentType,
    size: music.mp3.length,
    duration: Math.max(1, Math.round(music.seconds)),
  }
}

export type ImageStorer = (name: string) => Promise<StoredFile>

/** Keeps a picture of ./artwork in every width, as an upload of it would have been kept. */
export function createImageStorer({ db, store }: Deps): ImageStorer {
  const encoder = createImageEncoder({ widths: imageWidths })
  return async (name) => {
    const source = await readFile(path.join(import.meta.dirname, 'artwork', `${name}.webp`))
    const variants = await encoder.encode(async () => source)
    if (!variants) throw new Error(`The picture ${name} cannot be read.`)
    const id = await announce(db)
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

/** From here on the file belongs to somebody, and is in use. */
export async function assignFile(db: Db, file: StoredFile, userId: string): Promise<void> {
  const { id, ...facts } = file
  await db
    .update(uploads)
    .set({ ...facts, userId, state: 'used', registeredAt: new Date() })
    .where(eq(uploads.id, id))
}

/** Where nobody lives, a file without an owner is what a demo that was cut off has left behind. */
export async function removeLeftovers({ db, store }: Deps): Promise<void> {
  await db.update(uploads).set({ state: 'released' }).where(isNull(uploads.userId))
  await removeReleasedFiles({ db, store })
}
