import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

type RequestOptions = {
  body?: unknown
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** The expected status; 200 by default. */
  expect?: number | readonly number[]
}
export type HttpResponse = { status: number; bytes: Buffer; json<T>(): T }

/** An HTTP client with keep-alive connections. */
export type HttpClient = {
  ask(method: string, address: string, wish?: RequestOptions): Promise<HttpResponse>
  /** Sends the beginning of a file and disconnects. */
  breakOff(address: string, bytes: Uint8Array): Promise<void>
}

export type ResponseCounter = {
  asker(cookie?: string): HttpClient
  /** The number of expected responses, and descriptions of the others. */
  right(): number
  wrong: string[]
  /** Milliseconds of the slowest response since the last call. */
  slowest(): number
  hangUp(): void
}

export function countResponses(url: string): ResponseCounter {
  const agent = new http.Agent({ keepAlive: true })
  const wrong: string[] = []
  let right = 0
  let slowest = 0

  async function ask(cookie: string, method: string, address: string, wish: RequestOptions) {
    const { body, bytes, headers = {}, expect = 200 } = wish
    const begun = performance.now()
    const answered = await sendRequest(new URL(address, url), bytes ?? jsonOf(body), {
      agent,
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { origin: url }),
        ...headers,
      },
    })
    const took = performance.now() - begun
    slowest = Math.max(slowest, took)
    if ([expect].flat().includes(answered.status)) right += 1
    else {
      const said = `${answered.status} ${answered.bytes.subarray(0, 300)}`
      wrong.push(`${method} ${address} after ${Math.round(took)} ms: ${said}`)
    }
    return answered
  }

  return {
    asker: (cookie = '') => ({
      async ask(method, address, wish = {}) {
        try {
          return await ask(cookie, method, address, wish)
        } catch (error) {
          throw new Error(`${method} ${address} got no response.`, { cause: error })
        }
      },
      breakOff: (address, bytes) => abortUpload(new URL(address), bytes),
    }),
    right: () => right,
    wrong,
    slowest() {
      const was = slowest
      slowest = 0
      return was
    },
    hangUp: () => agent.destroy(),
  }
}

const jsonOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))

async function sendRequest(
  url: URL,
  body: Uint8Array | string | undefined,
  options: http.RequestOptions,
): Promise<HttpResponse> {
  const request = http.request(url, options)
  if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body))
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = await buffer(response)
  return {
    status: response.statusCode ?? 0,
    bytes,
    json: <T>() => JSON.parse(bytes.toString()) as T,
  }
}

async function abortUpload(url: URL, bytes: Uint8Array): Promise<void> {
  const request = http.request(url, {
    method: 'PUT',
    agent: false,
    headers: { 'content-length': bytes.length },
  })
  request.on('error', () => {})
  const closed = new Promise((resolve) => request.on('close', resolve))
  request.write(bytes.subarray(0, bytes.length / 2), () => request.destroy())
  await closed
}
