import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Deployment } from '../deployment.ts'

type Request = { method: string; path: string; body?: string }
type HttpResponse = { status: number; text: string }

/**
 * Starts readers and writers, which run until the server has stopped. They send `Expect: 100-continue`:
 * requests that the server had started before SIGTERM must succeed. A request that races with the closing of a
 * keep-alive connection was not started, and may be reset.
 */
export function startClients({ url }: Deployment, sid: string, acknowledged: string[]) {
  const failures: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  onTestFinished(() => agent.destroy())
  let responses = 0
  let stop: (() => void) | undefined
  let isEnding = false

  const sendRequests = async (index: number) => {
    for (let iteration = 0; ; iteration++) {
      const title = `List ${acknowledged.length} ${index}-${iteration}`
      const writes = index % 2 === 1
      const nextRequest = writes ? write(title) : { method: 'GET', path: '/api/discover' }
      let wasStarted = false
      const response = await send(nextRequest, () => {
        wasStarted = !isEnding
        if (writes && stop && !isEnding) {
          isEnding = true
          stop()
        }
      }).catch((error: Error) => error)
      const mustSucceed = wasStarted || !isEnding
      if (response instanceof Error) {
        if (mustSucceed)
          failures.push(`${nextRequest.method} ${nextRequest.path}: ${response.message}`)
        return
      }
      if (!isComplete(response)) failures.push(`incomplete response with ${response.status}`)
      if (response.status >= 400 && mustSucceed)
        failures.push(`${nextRequest.method}: ${response.status}`)
      if (response.status === 201) acknowledged.push(title)
      responses++
    }
  }
  async function send(
    { method, path, body }: Request,
    onStarted: () => void,
  ): Promise<HttpResponse> {
    const type = body ? { 'content-type': 'application/json', 'content-length': body.length } : {}
    const headers = { cookie: `sid=${sid}`, expect: '100-continue', ...type }
    const sending = request(url + path, { method, agent, headers })
    sending.on('continue', () => {
      onStarted()
      sending.end(body)
    })
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    sending.on('error', () => {})
    return { status: response.statusCode ?? 0, text: await text(response).catch(() => '') }
  }
  return {
    failures,
    responses: () => responses,
    ended: Promise.all(Array.from({ length: 8 }, (_, index) => sendRequests(index))),
    /** Calls `then` at a moment when the server has started a write and has not responded yet. */
    whileBusy: (then: () => void) =>
      new Promise<void>((resolve) => {
        stop = () => {
          then()
          resolve()
        }
      }),
  }
}

const write = (title: string): Request => ({
  method: 'POST',
  path: '/api/playlists',
  body: JSON.stringify({ title }),
})

function isComplete(response: HttpResponse): boolean {
  try {
    JSON.parse(response.text)
    return true
  } catch {
    return false
  }
}
