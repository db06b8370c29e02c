import { Avatar, Style } from '@dicebear/core'
import shapes from '@dicebear/styles/shapes.json' with { type: 'json' }
import { paletteOf } from '#brand/palettes.ts'
import type { Privacy } from '#contract/fields.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { imageObject } from '#server/shared/object-keys.ts'
import { canView, canViewUser } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findArtwork, findCover, findProfileImage } from './repository.ts'

const style = new Style(shapes)

export type ImageSource = {
  /** Undefined if none was uploaded: a placeholder is served then. */
  image: { key: string; contentType: string } | undefined
  isPublic: boolean
}
type ImageRequest = { id: string; width: number; viewer: Viewer | undefined }

export async function openArtwork(
  db: Db,
  { id, width, viewer }: ImageRequest,
): Promise<ImageSource> {
  return resolveImage(await findArtwork(db, id), 'Track', { width, viewer })
}

export async function openCover(db: Db, { id, width, viewer }: ImageRequest): Promise<ImageSource> {
  return resolveImage(await findCover(db, id), 'Playlist', { width, viewer })
}

export async function openAvatar(
  db: Db,
  { id, width, viewer }: ImageRequest,
): Promise<ImageSource> {
  const user = await findProfileImage(db, id)
  if (!user || !canViewUser(user, viewer)) throw notFound('User')
  return { image: imageOf(user.objectPath, width), isPublic: true }
}

type Illustrated = { userId: string; privacy: Privacy; objectPath: string | null }

function resolveImage(
  item: Illustrated | undefined,
  resource: string,
  { width, viewer }: Omit<ImageRequest, 'id'>,
): ImageSource {
  if (!item || !canView(item, viewer)) throw notFound(resource)
  return { image: imageOf(item.objectPath, width), isPublic: item.privacy === 'public' }
}

/** A URL at the identity provider is not one of our images: the content security policy does not allow it. */
function imageOf(objectPath: string | null, width: number) {
  return objectPath === null ? undefined : imageObject(objectPath, width)
}

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
