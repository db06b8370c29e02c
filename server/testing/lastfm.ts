import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const lastfmKeys = { apiKey: 'a'.repeat(32), secret: 'b'.repeat(32) }

type Scrobble = { artist: string; track: string; timestamp: number; album?: string }
type Reply = [status: number, body: object]
const failed = (error: number, message: string): Reply => [200, { error, message }]

/** A server of the Last.fm protocol 2.0 that checks signatures: https://www.last.fm/api/authspec */
export async function startLastfm() {
  const scrobbles = new Map<string, Scrobble>()
  const playing: string[] = []
  const calls: { method: string; count: number; userAgent: string | undefined }[] = []
  /** Tokens that the user has allowed, and have not been exchanged. */
  const allowed = new Set<string>()
  const sessions = new Set<string>()
  let mode: 'ok' | 'down' | 'offline' | 'lost' = 'ok'

  function respond(form: URLSearchParams, userAgent: string | undefined): Reply {
    const { format, api_sig: signature, ...signed } = Object.fromEntries(form)
    if (signature !== sign(signed)) return failed(13, 'Invalid method signature supplied')
    if (signed['api_key'] !== lastfmKeys.apiKey) return failed(10, 'Invalid API key')
    const { method = '', token = '', sk = '' } = signed
    if (method === 'auth.getSession') {
      if (!allowed.delete(token)) return failed(14, 'This token has not been authorized')
      const key = `session-of-${token}`
      sessions.add(key)
      return [200, { session: { name: 'ines', key, subscriber: 0 } }]
    }
    const count = Object.keys(signed).filter((name) => name.startsWith('timestamp')).length
    calls.push({ method, count, userAgent })
    if (mode === 'down') return [503, {}]
    if (mode === 'offline') return failed(11, 'Service Offline')
    if (!sessions.has(sk)) return failed(9, 'Invalid session key')
    if (method === 'track.updateNowPlaying') playing.push(signed['track'] ?? '')
    if (method === 'track.scrobble')
      for (let i = 0; i < count; i += 1) {
        const [artist, track] = [signed[`artist[${i}]`] ?? '', signed[`track[${i}]`] ?? '']
        const album = signed[`album[${i}]`]
        const timestamp = Number(signed[`timestamp[${i}]`])
        const scrobble = { artist, track, timestamp, ...(album && { album }) }
        scrobbles.set(`${timestamp} ${track}`, scrobble)
      }
    return [200, { scrobbles: { '@attr': { accepted: count, ignored: 0 } } }]
  }

  async function receive(request: IncomingMessage): Promise<Reply> {
    const form = new URLSearchParams(await text(request))
    return respond(form, request.headers['user-agent'])
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await receive(request)
    // It has stored the listens, and the connection breaks.
    if (mode === 'lost') return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/2.0/`,
    /** In their order. */
    scrobbles: () => [...scrobbles.values()].sort((a, b) => a.timestamp - b.timestamp),
    playing,
    calls,
    allow: (token: string) => void allowed.add(token),
    endSessions: () => sessions.clear(),
    set: (next: typeof mode) => {
      mode = next
    },
    close: () => server.close(),
  }
}

function sign(parameters: Record<string, string>): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => name + parameters[name])
    .join('')
  return createHash('md5')
    .update(text + lastfmKeys.secret, 'utf8')
    .digest('hex')
}
