import type { Privacy } from '#contract/fields.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { imageObject } from '#server/shared/object-keys.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findArtwork, findCover, findProfileImage } from './repository.ts'

export type ImageSource = {
  /** Undefined where nobody has uploaded one: then it is drawn. */
  image: { key: string; contentType: string } | undefined
  isPublic: boolean
}
type Asked = { id: string; width: number; viewer: Viewer | undefined }

export async function openArtwork(db: Db, { id, width, viewer }: Asked): Promise<ImageSource> {
  return openFor(await findArtwork(db, id), 'Track', { width, viewer })
}

export async function openCover(db: Db, { id, width, viewer }: Asked): Promise<ImageSource> {
  return openFor(await findCover(db, id), 'Playlist', { width, viewer })
}

export async function openAvatar(
  db: Db,
  { id, width }: Omit<Asked, 'viewer'>,
): Promise<ImageSource> {
  const user = await findProfileImage(db, id)
  if (!user) throw notFound('User')
  return { image: imageOf(user.objectPath, width), isPublic: true }
}

type Pictured = { userId: string; privacy: Privacy; objectPath: string | null }

function openFor(
  thing: Pictured | undefined,
  noun: string,
  { width, viewer }: Omit<Asked, 'id'>,
): ImageSource {
  if (!thing || !canView(thing, viewer)) throw notFound(noun)
  return { image: imageOf(thing.objectPath, width), isPublic: thing.privacy === 'public' }
}

/** An address at the identity provider is no picture of ours: pages may not load it. */
function imageOf(objectPath: string | null, width: number) {
  return objectPath === null ? undefined : imageObject(objectPath, width)
}
