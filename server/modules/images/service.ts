import { buffer } from 'node:stream/consumers'
import { Avatar, Style } from '@dicebear/core'
import shapes from '@dicebear/styles/shapes.json' with { type: 'json' }
import { paletteOf } from '#brand/palettes.ts'
import { placeholderSvg } from '#brand/placeholder.ts'
import type { Privacy } from '#contract/fields.ts'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import { notFound } from '#server/errors.ts'
import { resolveArtwork } from '#server/modules/tracks/presenter.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { imageObject, largeImageKey } from '#server/shared/object-keys.ts'
import { canView, canViewUser } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { findArtwork, findCover, findProfileImage } from './repository.ts'

export type ImageSource = {
  /** Undefined if none was uploaded: a placeholder is served then. */
  image: { key: string; contentType: string } | undefined
  isPublic: boolean
}
type ImageRequest = { id: string; width: number; viewer: ContentViewer | undefined }

const openers = {
  track: async (db: Db, request: ImageRequest) => {
    const track = await findArtwork(db, request.id)
    if (!track) throw notFound('Track')
    const objectPath = resolveArtwork(track, request.viewer)
    const source = resolveImage({ ...track, objectPath }, 'Track', request)
    // The cover of a release that is not public must not be cached as that of a public track.
    const isInherited = objectPath !== track.artworkPath
    return isInherited && track.release?.privacy !== 'public'
      ? { ...source, isPublic: false }
      : source
  },
  playlist: async (db: Db, request: ImageRequest) =>
    resolveImage(await findCover(db, request.id), 'Playlist', request),
  profile: async (db: Db, { id, width, viewer }: ImageRequest): Promise<ImageSource> => {
    const user = await findProfileImage(db, id)
    if (!user || !canViewUser(user, viewer)) throw notFound('User')
    return { image: imageOf(user.objectPath, width), isPublic: user.suspendedAt === null }
  },
}
type ImageKind = keyof typeof openers
const isKind = (kind: string): kind is ImageKind => Object.hasOwn(openers, kind)

export const openImage = (db: Db, kind: ImageKind, request: ImageRequest) =>
  openers[kind](db, request)

type Illustrated = { id: string; userId: string; privacy: Privacy; objectPath: string | null }

function resolveImage(
  item: Illustrated | undefined,
  resource: string,
  { width, viewer }: ImageRequest,
): ImageSource {
  if (!item || !canView(item, viewer)) throw notFound(resource)
  return { image: imageOf(item.objectPath, width), isPublic: item.privacy === 'public' }
}

/** A URL at the identity provider is not one of our images: the content security policy does not allow it. */
function imageOf(objectPath: string | null, width: number) {
  return objectPath === null ? undefined : imageObject(objectPath, width)
}

/** The largest is for podcast directories; the others are thumbnails. */
export const squareSizes = [96, 192, 384, largeImageWidth] as const

/** The image of what the viewer can see, or its placeholder. */
export async function openSquareImage(
  { db, store }: { db: Db; store: ObjectStore },
  { kind, id, size, viewer }: { kind: string; id: string; size: number; viewer?: ContentViewer },
) {
  if (!isKind(kind) || !isUuid(id)) throw notFound('Image')
  const width = Math.max(...imageWidths)
  const { image, isPublic } = await openImage(db, kind, { id, width, viewer })
  const load = async () => {
    const large = image && size > width && (await store.read(largeImageKey(image.key)))
    const file = large || (image && (await store.read(image.key)))
    return file ? buffer(file) : Buffer.from(placeholderSvg(id))
  }
  return { key: image?.key ?? id, isPublic, load }
}

const style = new Style(shapes)

/** The default avatar: deterministic per user id, in the palette of the placeholder artwork. */
export function avatarSvg(id: string): string {
  const [background, shape1, shape2, shape3] = paletteOf(id)
  return new Avatar(style, {
    seed: id,
    backgroundColor: [background],
    shape1Color: [shape1],
    shape2Color: [shape2],
    shape3Color: [shape3],
  }).toString()
}
