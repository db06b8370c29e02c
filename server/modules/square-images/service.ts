import { buffer } from 'node:stream/consumers'
import { placeholderSvg } from '#brand/placeholder.ts'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import { notFound } from '#server/errors.ts'
import { openArtwork, openAvatar, openCover } from '#server/modules/images/service.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { largeImageKey } from '#server/shared/object-keys.ts'

/** The largest is for podcast directories; the others are thumbnails. */
export const squareSizes = [96, 192, 384, largeImageWidth] as const

const kinds = { track: openArtwork, playlist: openCover, profile: openAvatar }
const isKind = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** The image of what everyone can view, or its placeholder. */
export async function openSquareImage(
  { db, store }: { db: Db; store: ObjectStore },
  { kind, id, size }: { kind: string; id: string; size: number },
) {
  if (!isKind(kind) || !isUuid(id)) throw notFound('Image')
  const width = Math.max(...imageWidths)
  const { image, isPublic } = await kinds[kind](db, { id, width, viewer: undefined })
  const load = async () => {
    const large = image && size > width && (await store.read(largeImageKey(image.key)))
    const file = large || (image && (await store.read(image.key)))
    return file ? buffer(file) : Buffer.from(placeholderSvg(id))
  }
  return { key: image?.key ?? id, isPublic, load }
}
