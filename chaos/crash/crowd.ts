import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Site } from '../site.ts'

type Request = { method: string; path: string; body?: string }
type HttpResponse = { status: number; text: string }

/**
 * Readers and writers, each until the server is gone. They send `Expect: 100-continue`:
 * requests that the server had started before SIGTERM must succeed. A request that races with the closing of a
 * keep-alive connection was not started, and may be reset.
 */
export function startClients({ url }: Site, sid: string, acknowledged: string[]) {
  const wrong: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  onTestFinished(() => agent.destroy())
  let answers = 0
  let stop: (() => void) | undefined
  let isEnding = false

  const work = async (one: number) => {
    for (let turn = 0; ; turn++) {
      const title = `List ${acknowledged.length} ${one}-${turn}`
      const writes = one % 2 === 1
      const ask = writes ? write(title) : { method: 'GET', path: '/api/discover' }
      let wasBegun = false
      const answer = await send(ask, () => {
        wasBegun = !isEnding
        if (writes && stop && !isEnding) {
          isEnding = true
          stop()
        }
      }).catch((error: Error) => error)
      const mustSucceed = wasBegun || !isEnding
      if (answer instanceof Error) {
        if (mustSucceed) wrong.push(`${ask.method} ${ask.path}: ${answer.message}`)
        return
      }
      if (!isComplete(answer)) wrong.push(`half an answer with ${answer.status}`)
      if (answer.status >= 400 && mustSucceed) wrong.push(`${ask.method}: ${answer.status}`)
      if (answer.status === 201) acknowledged.push(title)
      answers++
    }
  }
  async function send({ method, path, body }: Request, begun: () => void): Promise<HttpResponse> {
    const type = body ? { 'content-type': 'application/json', 'content-length': body.length } : {}
    const headers = { cookie: `sid=${sid}`, expect: '100-continue', ...type }
    const sending = request(url + path, { method, agent, headers })
    sending.on('continue', () => {
      begun()
      sending.end(body)
    })
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    sending.on('error', () => {})
    return { status: answer.statusCode ?? 0, text: await text(answer).catch(() => '') }
  }
  return {
    wrong,
    answers: () => answers,
    ended: Promise.all(Array.from({ length: 8 }, (_, one) => work(one))),
    /** At a moment when the server has started a write and not yet responded. */
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

function isComplete(answer: HttpResponse): boolean {
  try {
    JSON.parse(answer.text)
    return true
  } catch {
    return false
  }
}
