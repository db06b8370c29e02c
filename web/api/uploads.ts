import type { CurrentUser } from '#contract/auth.ts'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { ApiError, request } from './client.ts'

export type UploadOptions = {
  signal?: AbortSignal | undefined
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Uploads a file to a presigned URL and returns that URL, by which the file can be registered. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<string> {
  const contentType = file.type || 'application/octet-stream'
  const { uploadURL } = await request(routes.requestUpload, {
    body: { size: file.size, contentType },
    signal: options.signal,
  })
  await putFile(uploadURL, file, contentType, options)
  return uploadURL
}

/** Registers an uploaded file as audio; returns the object path for `createTrack`. */
export async function registerAudio(audioURL: string): Promise<string> {
  const { objectPath } = await request(routes.registerAudio, { body: { audioURL } })
  return objectPath
}

export async function registerArtwork(artworkURL: string): Promise<string> {
  const { objectPath } = await request(routes.registerArtwork, { body: { artworkURL } })
  return objectPath
}

export async function uploadAudio(file: File, options?: UploadOptions): Promise<string> {
  return registerAudio(await uploadFile(file, options))
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

/**
 * PUTs the file with XMLHttpRequest, because fetch reports no upload progress. As with fetch, a
 * network error is a TypeError.
 */
function putFile(
  url: string,
  file: File,
  contentType: string,
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', url)
    xhr.setRequestHeader('content-type', contentType)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve()
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText))
    }
    xhr.onerror = () => reject(new TypeError('Network error'))
    xhr.onabort = () => reject(signal?.reason ?? new Error('Upload aborted'))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}
