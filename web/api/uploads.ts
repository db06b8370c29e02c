import type { ResponseOf } from '#contract/route.ts'
import type { registerArtwork, registerAudio, requestUpload } from '#contract/uploads.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'
import { putFile, type SendOptions } from './send-file.ts'

/** Sends a file to the store and answers the address under which it may then be registered. */
export async function sendFile(file: File, options: SendOptions = {}): Promise<string> {
  const { uploadURL } = await callServer<ResponseOf<typeof requestUpload>>(
    'POST',
    paths.api.requestUpload,
    options.signal ? { signal: options.signal } : {},
  )
  await putFile(uploadURL, file, options)
  return uploadURL
}

/** Has a sent file checked and kept as audio; answers the path that a track names it by. */
export async function keepAudio(audioURL: string): Promise<string> {
  const { objectPath } = await callServer<ResponseOf<typeof registerAudio>>(
    'PUT',
    paths.api.registerAudio,
    { body: { audioURL } },
  )
  return objectPath
}

export async function keepArtwork(artworkURL: string): Promise<string> {
  const { objectPath } = await callServer<ResponseOf<typeof registerArtwork>>(
    'PUT',
    paths.api.registerArtwork,
    { body: { artworkURL } },
  )
  return objectPath
}

export async function uploadAudio(file: File, options?: SendOptions): Promise<string> {
  return keepAudio(await sendFile(file, options))
}

export async function uploadArtwork(file: File, options?: SendOptions): Promise<string> {
  return keepArtwork(await sendFile(file, options))
}
