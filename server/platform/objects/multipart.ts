import { limits } from '#contract/limits.ts'

/** A file that arrives in parts, each in a request of its own. */
export type MultipartUpload = {
  key: string
  /** The name that the store gave it. */
  multipartId: string
  /** Of the whole file. */
  size: number
}

export type UploadPart = MultipartUpload & {
  /** The first is 1. */
  partNumber: number
}

/** The part of an object store for uploads in parts, as S3 has them. */
export type Multipart = {
  /** Begins an upload and returns its `multipartId`. */
  create(key: string, options: { contentType: string }): Promise<string>
  /** A URL to which a browser may PUT exactly this part; it leads to the store itself only where that is safe. */
  presignedPartUrl(part: UploadPart, expiresInSeconds: number): Promise<string>
  /** The parts that arrived completely; undefined if there is no such upload. */
  listParts(upload: MultipartUpload): Promise<{ partNumber: number; size: number }[] | undefined>
  /** Makes the parts one object. It can be repeated if it was interrupted. */
  complete(upload: MultipartUpload): Promise<'completed' | 'incomplete' | 'missing'>
  /** Uploads that were neither completed nor aborted. */
  listUnfinished(): AsyncIterable<UnfinishedUpload>
  /** Removes the parts. */
  abort(upload: UnfinishedUpload): Promise<void>
}

export type UnfinishedUpload = { key: string; multipartId: string; started: Date }

/** The size of each part: all but the last are equal. */
export function partSizes(size: number): number[] {
  const { uploadPartBytes } = limits
  const count = Math.ceil(size / uploadPartBytes)
  return Array.from({ length: count }, (_, index) =>
    Math.min(uploadPartBytes, size - index * uploadPartBytes),
  )
}

/** The name of a part that this server receives. */
export const partKey = ({ key, partNumber }: { key: string; partNumber: number }) =>
  `${key}/${partNumber}`
