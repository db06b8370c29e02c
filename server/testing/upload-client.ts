import type { Caller } from './app.ts'

export type UploadKind = 'audio' | 'artwork' | 'cover' | 'profile image'

const calls: Record<UploadKind, { path: string; field: string }> = {
  audio: { path: '/api/tracks/audio', field: 'audioURL' },
  artwork: { path: '/api/tracks/artwork', field: 'artworkURL' },
  cover: { path: '/api/playlists/cover', field: 'coverURL' },
  'profile image': { path: '/api/users/profile-image', field: 'imageURL' },
}

type Declared = { size: number; contentType: string; fileName?: string }

/** Without a declared file the URL always leads to the server itself. */
export async function requestUploadUrl(caller: Caller, file?: Declared): Promise<string> {
  const response = await caller('POST', '/api/objects/upload', file && { body: file })
  const { uploadURL } = (await response.json()) as { uploadURL: string }
  return uploadURL
}

export function putTo(url: string, bytes: Uint8Array, type = 'application/octet-stream') {
  const body = new Uint8Array(bytes)
  return fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
}

/** Requests an upload URL, as the upload page does, and sends the file there. */
export async function uploadFile(
  caller: Caller,
  bytes: Uint8Array,
  type = 'application/octet-stream',
): Promise<string> {
  const url = await requestUploadUrl(caller, { size: bytes.length, contentType: type })
  const response = await putTo(url, bytes, type)
  if (!response.ok) throw new Error(`The file was refused with ${response.status}.`)
  return url
}

type UploadInParts = { id: string; uploadURL: string; partSize: number; parts: number }

/** Begins an upload in parts. */
export async function requestParts(caller: Caller, size: number, contentType = 'audio/mpeg') {
  const body = { size, contentType, parts: true }
  const response = await caller('POST', '/api/objects/upload', { body })
  return { status: response.status, upload: (await response.json()) as UploadInParts }
}

/** The URL of a part; throws the status and message if there is none. */
export async function requestPartUrl(caller: Caller, id: string, partNumber: number) {
  const body = { partNumber }
  const response = await caller('POST', `/api/objects/upload/${id}/parts`, { body })
  const { uploadURL, message } = (await response.json()) as Record<string, string>
  if (!uploadURL) throw new Error(`${response.status} ${message}`)
  return uploadURL
}

export async function sendPart(
  caller: Caller,
  { id, partSize }: { id: string; partSize: number },
  { file, partNumber }: { file: Uint8Array; partNumber: number },
): Promise<number> {
  const url = await requestPartUrl(caller, id, partNumber)
  const bytes = file.subarray((partNumber - 1) * partSize, partNumber * partSize)
  return (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status
}

export async function arrivedParts(caller: Caller, id: string): Promise<number[]> {
  const response = await caller('GET', `/api/objects/upload/${id}/parts`)
  const { parts, message } = (await response.json()) as {
    parts?: { partNumber: number }[]
    message?: string
  }
  if (!parts) throw new Error(`${response.status} ${message}`)
  return parts.map(({ partNumber }) => partNumber)
}

export function register(caller: Caller, as: UploadKind, url: unknown): Promise<Response> {
  const { path, field } = calls[as]
  return caller('PUT', path, { body: { [field]: url } })
}

/** Uploads and registers a file; returns its object path. */
export async function upload(caller: Caller, as: UploadKind, bytes: Uint8Array): Promise<string> {
  const response = await register(caller, as, await uploadFile(caller, bytes))
  const { objectPath } = (await response.json()) as { objectPath?: string }
  if (!objectPath) throw new Error(`The file was not registered: ${response.status}.`)
  return objectPath
}
