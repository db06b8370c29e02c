import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Metadata = {
  artist_name: string
  track_name: string
  release_name?: string
  additional_info: Record<string, unknown>
}
type Listen = { listened_at?: number; track_metadata: Metadata }

/** A server of the ListenBrainz protocol. As the real one, it stores a listen once that is sent twice. */
export async function startListenBrainz(validToken: string) {
  const listens = new Map<string, Required<Listen>>()
  const playing: string[] = []
  const calls: { at: number; type: string; count: number; userAgent: string | undefined }[] = []
  let mode: 'ok' | 'down' | 'lost' | 'limited' = 'ok'
  let token = validToken

  async function respond(request: IncomingMessage): Promise<[number, object, object?]> {
    if (request.headers.authorization !== `Token ${token}`)
      return request.url === '/1/validate-token'
        ? [200, { valid: false }]
        : [401, { code: 401, error: 'Invalid authorization token.' }]
    if (request.url === '/1/validate-token') return [200, { valid: true, user_name: 'ines' }]
    const { listen_type: type, payload } = JSON.parse(await text(request)) as {
      listen_type: string
      payload: Listen[]
    }
    calls.push({
      at: Date.now(),
      type,
      count: payload.length,
      userAgent: request.headers['user-agent'],
    })
    if (mode === 'down') return [503, {}]
    if (mode === 'limited') return [429, {}, { 'x-ratelimit-reset-in': '7' }]
    if (type === 'playing_now') playing.push(payload[0]?.track_metadata.track_name ?? '')
    else
      for (const listen of payload as Required<Listen>[])
        listens.set(`${listen.listened_at} ${listen.track_metadata.track_name}`, listen)
    return [200, { status: 'ok' }]
  }

  const server = createServer(async (request, response) => {
    const [status, body, headers] = await respond(request)
    // It has stored the listens, and the connection breaks.
    if (mode === 'lost') return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The stored listens, in their order. */
    listens: () => [...listens.values()].sort((a, b) => a.listened_at - b.listened_at),
    playing,
    calls,
    set: (next: typeof mode) => {
      mode = next
    },
    changeToken: (next: string) => {
      token = next
    },
    close: () => server.close(),
  }
}
