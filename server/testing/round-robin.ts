import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type RoundRobin = {
  url: string
  /** The servers behind it; each request goes to the next one. */
  servers: string[]
  close(): Promise<void>
}

/** Does what nginx does with deploy/nginx.conf, as far as tests need it: round robin, skipping a server that is down. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const servers: string[] = []
  let next = 0
  const proxy = http.createServer((request, response) => {
    const first = next++
    const attempt = (offset: number) => {
      const server = servers[(first + offset) % servers.length] ?? ''
      const forwarded = forward(request, server)
      forwarded.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'x-server': server })
        reply.pipe(response)
      })
      forwarded.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code === 'ECONNREFUSED' && offset + 1 < servers.length) return attempt(offset + 1)
        if (response.headersSent) return response.destroy()
        response.writeHead(502).end()
      })
    }
    attempt(0)
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const close = async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  return { url: `http://localhost:${port}`, servers, close }
}

function forward(request: http.IncomingMessage, server: string): http.ClientRequest {
  const { method = 'GET', headers, socket, url = '/' } = request
  const address = socket.remoteAddress ?? ''
  const forwarded = http.request(new URL(url, server), {
    method,
    // A reused connection might lead to a server that has crashed.
    agent: false,
    headers: { ...headers, 'x-forwarded-for': address },
  })
  // The body is piped only after connecting: before that, the request can still go to the next server.
  forwarded.once('socket', (connection) => {
    const send = () => request.pipe(forwarded)
    if (connection.connecting) connection.once('connect', send)
    else send()
  })
  return forwarded
}
