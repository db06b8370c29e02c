import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A half-sent upload; `finish` sends the rest. */
export function startUpload(url: string, bytes: Buffer) {
  const sending = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': bytes.length },
  })
  const half = Math.floor(bytes.length / 2)
  sending.write(bytes.subarray(0, half))
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>
  // `finish` awaits the rejection; after `abort` it is irrelevant.
  responded.catch(() => {})
  return {
    async finish(): Promise<number | undefined> {
      sending.end(bytes.subarray(half))
      const [response] = await responded
      response.resume()
      return response.statusCode
    },
    abort(): void {
      sending.on('error', () => {})
      sending.destroy()
    },
  }
}

/** A listener that has received the headers and reads no further until `finish`. */
export async function startStreaming(url: string) {
  const listening = request(url).end()
  const [response] = (await once(listening, 'response')) as [IncomingMessage]
  return { finish: (): Promise<Buffer> => buffer(response) }
}
