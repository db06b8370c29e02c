import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '#server/errors.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import { compileTrustProxy, type TrustProxy } from './client-address.ts'
import { requestTimeoutMessage, sendRawError } from './raw-error.ts'

/** How slow a client may be, and how many connections it may have (docs/decisions/0009-timeouts-and-slow-connections.md). */
export const defaultConnectionLimits = {
  /** From the connection, or the first byte of a request, to the end of its headers. */
  headersMs: 20_000,
  /** For a whole body, except uploads. */
  bodyMs: 30_000,
  /** In each window of this length an upload must send at least `minUploadBytes`, however long it takes in all. */
  uploadWindowMs: 60_000,
  minUploadBytes: 32 * 1024,
  /** How long a client may leave a response unread. Node compares its write queue at this interval, the first time after two. */
  stallMs: 40_000,
  /** How often the headers are checked. */
  checkEveryMs: 5000,
  /** Requests of one connection that wait for their response. Browsers and proxies send one at a time. */
  maxPipelined: 4,
  /** Open connections from one address, or IPv6 subnet, that is no trusted proxy. */
  maxPerAddress: 500,
}
export type ConnectionLimits = typeof defaultConnectionLimits

/** Options of Fastify, which apply to every address that it listens on. */
export const timeoutOptions = ({ headersMs, stallMs, checkEveryMs }: ConnectionLimits) => ({
  // Node's limit for whole requests would apply to uploads too.
  requestTimeout: 0,
  connectionTimeout: stallMs,
  // The host guard rejects requests without a Host header, with a message.
  http: {
    requireHostHeader: false,
    requestTimeout: 0,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
  },
})

/** Register it first: a request that another hook rejects can still have a body. */
export function registerSlowClientGuard(app: FastifyInstance, limits: ConnectionLimits) {
  const isPipelining = countPipelined(limits.maxPipelined)
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (isPipelining(raw.socket, reply.raw)) {
      reply.hijack()
      return void raw.socket.destroy()
    }
    reply.raw.on('timeout', closeStalled)
    const isUpload = routeOptions.config.route?.acceptsBinary === true
    watchBody(raw, reply.raw, limits, isUpload)
    done()
  })
}

/**
 * Node handles all requests that arrive in one packet at once, and holds their responses in memory until the client
 * reads them.
 */
function countPipelined(max: number) {
  const counts = new WeakMap<Socket, number>()
  return (socket: Socket, response: ServerResponse): boolean => {
    if (socket.destroyed) return true
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    response.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1))
    return count > max
  }
}

/** Without this listener Node would also close connections whose response takes long to prepare. */
function closeStalled(this: ServerResponse, socket: Socket) {
  // A reset, because the kernel would otherwise keep offering what it has buffered.
  if (socket.writableLength > 0 || this.writableEnded) socket.resetAndDestroy()
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes the connection of a body that arrives too slowly, also after the response. */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: ConnectionLimits,
  isUpload = false,
) {
  if (!hasBody(request)) return
  const { socket } = request
  let received = socket.bytesRead
  const check = () => {
    const isProgressing = isUpload && socket.bytesRead - received >= limits.minUploadBytes
    received = socket.bytesRead
    if (isProgressing || request.complete) return
    stop()
    if (!response.headersSent) sendRawError(socket, 408, requestTimeoutMessage)
    request.destroy(new HttpError(408, requestTimeoutMessage))
  }
  const timer = setInterval(check, isUpload ? limits.uploadWindowMs : limits.bodyMs).unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}

/**
 * Only on the server's first address: it has others only on localhost. The connections of a trusted proxy are those of
 * all its clients.
 */
export function limitConnections(server: Server, maxPerAddress: number, trustProxy: TrustProxy) {
  const counts = new Map<string, number>()
  const isTrusted = compileTrustProxy(trustProxy)
  const httpListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    const subnet = clientSubnet(remoteAddress)
    const count = (counts.get(subnet) ?? 0) + 1
    counts.set(subnet, count)
    socket.once('close', () => {
      const rest = (counts.get(subnet) ?? 1) - 1
      if (rest > 0) counts.set(subnet, rest)
      else counts.delete(subnet)
    })
    if (count <= maxPerAddress || (isTrusted !== false && isTrusted(remoteAddress, 0)))
      for (const listener of httpListeners) Reflect.apply(listener, server, [socket])
    else refuse(socket)
  })
}

/** Responds to an unknown Expect header and closes the connection: Node would send 417 and wait for the body. */
export function refuseExpectations(server: Server) {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { connection: 'close', 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'The header Expect has an unknown value.' }))
  })
}

function refuse(socket: Socket) {
  socket.on('error', () => {})
  // Otherwise a reset for unread bytes could overtake the response.
  socket.resume()
  sendRawError(socket, 429, 'There are too many connections from your address.', {
    'retry-after': '10',
  })
}
