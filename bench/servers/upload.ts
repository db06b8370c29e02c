import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Server } from './server-process.ts'

/** An upload URL for a signed-in user. */
export async function requestUploadUrl({ url }: Server, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/objects/upload`, {
    method: 'POST',
    headers: { cookie, origin: url },
  })
  const { uploadURL } = (await response.json()) as { uploadURL?: string }
  if (!uploadURL) throw new Error(`No upload URL was returned: ${response.status}.`)
  return uploadURL
}

export async function putFile(uploadUrl: string, file: string, size: number): Promise<void> {
  const sending = request(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': size },
  })
  const responded = new Promise<number>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
  })
  await pipeline(createReadStream(file, { highWaterMark: 1024 ** 2 }), sending)
  const status = await responded
  if (status >= 300) throw new Error(`The file was rejected with ${status}.`)
}
