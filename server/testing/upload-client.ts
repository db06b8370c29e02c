import type { Caller } from './app.ts'

export type UploadKind = 'audio' | 'artwork' | 'cover' | 'profile image'

const calls: Record<UploadKind, { path: string; field: string }> = {
  audio: { path: '/api/tracks/audio', field: 'audioURL' },
  artwork: { path: '/api/tracks/artwork', field: 'artworkURL' },
  cover: { path: '/api/playlists/cover', field: 'coverURL' },
  'profile image': { path: '/api/users/profile-image', field: 'imageURL' },
}

export async function requestUploadUrl(caller: Caller): Promise<string> {
  const answer = await caller('POST', '/api/objects/upload')
  const { uploadURL } = (await answer.json()) as { uploadURL: string }
  return uploadURL
}

export function putTo(address: string, bytes: Uint8Array, type = 'application/octet-stream') {
  const body = new Uint8Array(bytes)
  return fetch(address, { method: 'PUT', body, headers: { 'content-type': type } })
}

/** Requests an upload URL, as the upload page does, and sends the file there. */
export async function uploadFile(
  caller: Caller,
  bytes: Uint8Array,
  type?: string,
): Promise<string> {
  const address = await requestUploadUrl(caller)
  const answer = await putTo(address, bytes, type)
  if (!answer.ok) throw new Error(`The file was refused with ${answer.status}.`)
  return address
}

export function register(caller: Caller, as: UploadKind, address: unknown): Promise<Response> {
  const { path, field } = calls[as]
  return caller('PUT', path, { body: { [field]: address } })
}

/** Uploads and registers a file; returns its object path. */
export async function upload(caller: Caller, as: UploadKind, bytes: Uint8Array): Promise<string> {
  const answer = await register(caller, as, await uploadFile(caller, bytes))
  const { objectPath } = (await answer.json()) as { objectPath?: string }
  if (!objectPath) throw new Error(`The file was not registered: ${answer.status}.`)
  return objectPath
}
