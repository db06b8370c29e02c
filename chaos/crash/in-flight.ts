import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A half-sent upload; `finish` sends the rest. */
export function startUpload(address: string, bytes: Buffer) {
  const sending = request(address, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': bytes.length },
  })
  const half = Math.floor(bytes.length / 2)
  sending.write(bytes.subarray(0, half))
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  // `finish` awaits the rejection; after `breakOff` it is irrelevant.
  answered.catch(() => {})
  return {
    async finish(): Promise<number | undefined> {
      sending.end(bytes.subarray(half))
      const [answer] = await answered
      answer.resume()
      return answer.statusCode
    },
    breakOff(): void {
      sending.on('error', () => {})
      sending.destroy()
    },
  }
}

/** A listener that has received the headers and reads no further until `finish`. */
export async function startStreaming(address: string) {
  const asking = request(address).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { finish: (): Promise<Buffer> => buffer(answer) }
}
