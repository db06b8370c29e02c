import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A file that is half sent: the rest goes when it is told to. */
export function startUpload(address: string, bytes: Buffer) {
  const sending = request(address, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': bytes.length },
  })
  const half = Math.floor(bytes.length / 2)
  sending.write(bytes.subarray(0, half))
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  // Whoever waits for it hears of it; who breaks off does not care.
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

/** A listener who has heard the beginning and reads no further until told to. */
export async function startStreaming(address: string) {
  const asking = request(address).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { finish: (): Promise<Buffer> => buffer(answer) }
}
