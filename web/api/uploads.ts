import type { CurrentUser } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { PublishedFile } from '#contract/uploads.ts'
import { ApiError, request } from './client.ts'

export type UploadOptions = {
  signal?: AbortSignal | undefined
  /** Called with the number of bytes that are sent. */
  onProgress?: ((bytes: number) => void) | undefined
}

const defaultType = 'application/octet-stream'

export const contentTypeOf = (file: File) => file.type || defaultType

/** A presigned URL that accepts this file, and by which it can be registered. */
export async function requestUploadUrl(file: File, signal?: AbortSignal): Promise<string> {
  const body = { size: file.size, contentType: contentTypeOf(file), fileName: fileNameOf(file) }
  return (await request(routes.requestUpload, { body, signal })).uploadURL
}

/** Uploads an image and returns the URL by which it can be registered. */
async function uploadFile(file: File, options: UploadOptions = {}): Promise<string> {
  const uploadURL = await requestUploadUrl(file, options.signal)
  await putBytes(uploadURL, file, { ...options, contentType: contentTypeOf(file) })
  return uploadURL
}

/** An upload that the server has begun, of which each part is sent by itself. */
export type PartUpload = { id: string; uploadURL: string; partSize: number; parts: number }

export async function requestPartUpload(file: File, signal: AbortSignal): Promise<PartUpload> {
  const { size } = file
  const contentType = contentTypeOf(file)
  const body = { size, contentType, fileName: fileNameOf(file), parts: true } as const
  const { uploadURL, id = '', ...sizes } = await request(routes.requestUpload, { body, signal })
  return { id, uploadURL, partSize: sizes.partSize ?? file.size, parts: sizes.parts ?? 1 }
}

/** The numbers of the parts that have arrived. */
export async function listUploadParts(id: string, signal: AbortSignal): Promise<number[]> {
  const { parts } = await request(routes.listUploadParts, { params: { id }, signal })
  return parts.map(({ partNumber }) => partNumber)
}

export async function requestPartUrl(
  id: string,
  partNumber: number,
  signal: AbortSignal,
): Promise<string> {
  const part = { params: { id }, body: { partNumber }, signal }
  return (await request(routes.requestUploadPart, part)).uploadURL
}

const fileNameOf = ({ name }: File) =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, limits.maxShortTextLength)
    // Not half of an emoji.
    .replace(/[\ud800-\udbff]$/, '')

/** Registers an uploaded file as audio; returns the object path for `createTrack`. */
export async function registerAudio(
  audioURL: string,
  contentHash: string | undefined,
  signal?: AbortSignal | undefined,
): Promise<string> {
  const body = { audioURL, ...(contentHash && { contentHash }) }
  const { objectPath } = await request(routes.registerAudio, { body, signal })
  return objectPath
}

const maxSizes = 100

/** The caller's tracks whose files have one of these sizes. */
export async function listPublishedFiles(sizes: readonly number[]): Promise<PublishedFile[]> {
  const pages = Array.from({ length: Math.ceil(sizes.length / maxSizes) }, (_, page) =>
    sizes.slice(page * maxSizes, (page + 1) * maxSizes),
  )
  const signal = AbortSignal.timeout(5000)
  const found = await Promise.all(
    pages.map((sizes) => request(routes.listPublishedFiles, { query: { sizes }, signal })),
  )
  return found.flat()
}

async function registerArtwork(artworkURL: string): Promise<string> {
  const { objectPath } = await request(routes.registerArtwork, { body: { artworkURL } })
  return objectPath
}

export async function uploadArtwork(file: File, options?: UploadOptions): Promise<string> {
  return registerArtwork(await uploadFile(file, options))
}

/** Uploads and registers the image and sets it as the cover. */
export async function replaceCover(playlistId: string, image: File): Promise<Playlist> {
  const coverURL = await uploadFile(image)
  const { objectPath } = await request(routes.registerCover, { body: { coverURL } })
  const body = { coverUrl: objectPath }
  return request(routes.updatePlaylist, { params: { id: playlistId }, body })
}

/** Uploads the image and sets it as the caller's profile image. */
export async function replaceProfileImage(
  image: File,
): Promise<Pick<CurrentUser, 'profileImageUrl'>> {
  const imageURL = await uploadFile(image)
  const { profileImageUrl } = await request(routes.setProfileImage, { body: { imageURL } })
  return { profileImageUrl }
}

/** A connection that sends nothing for this long is lost; browsers notice it after minutes. */
const maxSilenceMs = 30_000

/**
 * PUTs bytes with XMLHttpRequest, because fetch reports no upload progress. As with fetch, a
 * network error is a TypeError.
 */
export function putBytes(
  url: string,
  bytes: Blob,
  { signal, onProgress, contentType = defaultType }: UploadOptions & { contentType?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const ended = new AbortController()
    const xhr = new XMLHttpRequest()
    const fail = (error: unknown) => {
      reject(error)
      xhr.abort()
    }
    const lose = () => fail(new TypeError('Network error'))
    const watch = () => {
      clearTimeout(silence)
      silence = setTimeout(lose, maxSilenceMs)
    }
    let silence = setTimeout(lose, maxSilenceMs)
    xhr.open('PUT', url)
    xhr.setRequestHeader('content-type', contentType)
    xhr.upload.onprogress = ({ loaded }) => {
      watch()
      onProgress?.(loaded)
    }
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve()
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText))
    }
    xhr.onerror = lose
    xhr.onloadend = () => {
      clearTimeout(silence)
      ended.abort()
    }
    addEventListener('offline', lose, { signal: ended.signal })
    signal?.addEventListener('abort', () => fail(signal.reason), { signal: ended.signal })
    xhr.send(bytes)
  })
}
