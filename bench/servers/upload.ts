import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Server } from './server-process.ts'

/** An upload URL for a signed-in user. */
export async function requestUploadUrl({ url }: Server, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/api/objects/upload`, {
    method: 'POST',
    headers: { cookie, origin: url },
  })
  const { uploadURL } = (await answer.json()) as { uploadURL?: string }
  if (!uploadURL) throw new Error(`There is no address to upload to: ${answer.status}.`)
  return uploadURL
}

export async function putFile(address: string, file: string, size: number): Promise<void> {
  const sending = request(address, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': size },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
  })
  await pipeline(createReadStream(file, { highWaterMark: 1024 ** 2 }), sending)
  const status = await answered
  if (status >= 300) throw new Error(`The file was refused with ${status}.`)
}
