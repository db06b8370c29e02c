import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import {
  type AudioFormat,
  audioContentTypes,
  audioFormats,
  type RenditionFormat,
  renditionContentTypes,
  renditionFormats,
} from '#server/platform/media/audio-formats.ts'

/**
 * The names of files. A key is a name in the object store; an object path such as
 * `/objects/audio/1f…9c.mp3` references a registered file in rows and requests. Both are derived
 * from the id of the upload.
 */

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const uploadPrefix = 'uploads/'
export const uploadKey = (id: string) => `${uploadPrefix}${id}`
/** The key of an upload while its bytes are checked: no presigned URL can write to it. */
export const stagingKey = (id: string) => `checking/${id}`
export const audioKey = (id: string, format: AudioFormat) => `audio/${id}.${format}`
const renditionKey = (id: string, format: RenditionFormat) => `audio/${id}.${format}.mp4`
const imageKey = (id: string, width: number) => `images/${id}/${width}.webp`

export const uploadPath = (id: string) => `/objects/${uploadKey(id)}`
export const audioPath = (id: string, format: AudioFormat) => `/objects/${audioKey(id, format)}`
export const renditionPath = (id: string, format: RenditionFormat) =>
  `/objects/${renditionKey(id, format)}`
export const imagePath = (id: string) => `/objects/images/${id}`

/** The path of the same kind of file under another id. */
export const pathWithId = (objectPath: string, id: string) =>
  objectPath.replace(new RegExp(uuid), id)

export const imageContentType = 'image/webp'

export function uploadIdFromKey(key: string): string | undefined {
  return new RegExp(`^${uploadPrefix}(${uuid})$`).exec(key)?.[1]
}

/** The same for the key of a file, or of a part of one, that is sent to this server. */
export function uploadFromKey(key: string): { id: string; partNumber?: number } | undefined {
  const [, id, partNumber] =
    new RegExp(`^${uploadPrefix}(${uuid})(?:/(\\d{1,5}))?$`).exec(key) ?? []
  if (!id) return undefined
  return { id, ...(partNumber !== undefined && { partNumber: Number(partNumber) }) }
}

/** The stored audio behind an object path, an original or a rendition, and its content type. */
export function audioObject(objectPath: string): { key: string; contentType: string } | undefined {
  const match = new RegExp(`^/objects/audio/(${uuid})\\.([a-z0-9.]+)$`).exec(objectPath)
  if (!match?.[1]) return undefined
  const format = audioFormats.find((known) => known === match[2])
  if (format) return { key: audioKey(match[1], format), contentType: audioContentTypes[format] }
  const rendition = renditionFormats.find((known) => `${known}.mp4` === match[2])
  if (!rendition) return undefined
  return {
    key: renditionKey(match[1], rendition),
    contentType: renditionContentTypes[rendition],
  }
}

/** The key of the large image beside this one. */
export const largeImageKey = (key: string) => key.replace(/\d+\.webp$/, `${largeImageWidth}.webp`)

/** The smallest stored image that is wide enough, or the widest. */
export function imageObject(
  objectPath: string,
  minWidth: number,
): { key: string; contentType: string } | undefined {
  const id = new RegExp(`^/objects/images/(${uuid})$`).exec(objectPath)?.[1]
  if (!id) return undefined
  const width = imageWidths.find((width) => width >= minWidth) ?? Math.max(...imageWidths)
  return { key: imageKey(id, width), contentType: imageContentType }
}

export type StoredObject = {
  key: string
  contentType: string
  /** The file may be missing. */
  isOptional?: true
}

/** Every stored file behind an object path; none for a foreign path. */
export function objectsForPath(objectPath: string): StoredObject[] {
  const audio = audioObject(objectPath)
  if (audio) return [audio]
  const id = new RegExp(`^/objects/images/(${uuid})$`).exec(objectPath)?.[1]
  if (!id) return []
  return imageKeys(id).map(({ key, width }) => ({
    ...{ key, contentType: imageContentType },
    ...(width === largeImageWidth && { isOptional: true }),
  }))
}

/** Without those that may be missing. */
export const requiredObjects = (objectPath: string): StoredObject[] =>
  objectsForPath(objectPath).filter(({ isOptional }) => !isOptional)

/** All keys of an image. The last one is of the large size, which only large images have. */
export function imageKeys(id: string): { key: string; width: number }[] {
  return [...imageWidths, largeImageWidth].map((width) => ({ key: imageKey(id, width), width }))
}

/** The prefixes of all keys of uploads. */
export const storagePrefixes = [uploadPrefix, 'checking/', 'audio/', 'images/'] as const

/** The upload that a key belongs to, and its object path once registered; undefined for a foreign key. */
export function uploadForKey(key: string): { id: string; objectPath: string } | undefined {
  const match = new RegExp(`^(?:uploads|checking|audio|images)/(${uuid})(?:[./].*)?$`).exec(key)
  if (!match?.[1]) return undefined
  return { id: match[1], objectPath: `/objects/${key.replace(/^(images\/[^/]+)\/.*$/, '$1')}` }
}

/** Every key that an upload can ever have had. Removing a missing key is no error. */
export function allKeysOfUpload(id: string): string[] {
  return [
    uploadKey(id),
    stagingKey(id),
    ...audioFormats.map((format) => audioKey(id, format)),
    ...renditionFormats.map((format) => renditionKey(id, format)),
    ...imageKeys(id).map(({ key }) => key),
  ]
}
