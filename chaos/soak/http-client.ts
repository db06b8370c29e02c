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
  send(method: string, path: string, options?: RequestOptions): Promise<HttpResponse>
  /** Sends the beginning of a file and disconnects. */
  abortUpload(path: string, bytes: Uint8Array): Promise<void>
}

export type ResponseCounter = {
  client(cookie?: string): HttpClient
  /** The number of expected responses, and descriptions of the others. */
  expectedCount(): number
  failures: string[]
  /** Milliseconds of the slowest response since the last call. */
  slowest(): number
  close(): void
}

export function countResponses(url: string): ResponseCounter {
  const agent = new http.Agent({ keepAlive: true })
  const failures: string[] = []
  let expectedCount = 0
  let slowest = 0

  async function sendAndCount(
    cookie: string,
    method: string,
    path: string,
    options: RequestOptions,
  ) {
    const { body, bytes, headers = {}, expect = 200 } = options
    const startedAt = performance.now()
    const response = await sendRequest(new URL(path, url), bytes ?? jsonOf(body), {
      agent,
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { origin: url }),
        ...headers,
      },
    })
    const took = performance.now() - startedAt
    slowest = Math.max(slowest, took)
    if ([expect].flat().includes(response.status)) expectedCount += 1
    else {
      const detail = `${response.status} ${response.bytes.subarray(0, 300)}`
      failures.push(`${method} ${path} after ${Math.round(took)} ms: ${detail}`)
    }
    return response
  }

  return {
    client: (cookie = '') => ({
      async send(method, path, options = {}) {
        try {
          return await sendAndCount(cookie, method, path, options)
        } catch (error) {
          throw new Error(`${method} ${path} got no response.`, { cause: error })
        }
      },
      abortUpload: (path, bytes) => abortUpload(new URL(path), bytes),
    }),
    expectedCount: () => expectedCount,
    failures,
    slowest() {
      const result = slowest
      slowest = 0
      return result
    },
    close: () => agent.destroy(),
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
