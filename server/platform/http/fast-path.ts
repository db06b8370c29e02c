import type { IncomingMessage, RequestListener, Server } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type CachedResponse, negotiate, type PreparedResponse } from './cached-response.ts'
import type { InFlightRequests } from './graceful-shutdown.ts'
import { newRequestId } from './request-id.ts'

type FastRoute = {
  /** The answer for every visitor, if it need not be made first. */
  cached(): CachedResponse | undefined
  /** Throws if this call is one too many. */
  checkRateLimit(caller: { ip: string }): void
}

/**
 * What is kept as bytes for every visitor goes out before Fastify makes a request and a reply of its own: they cost as
 * much as sending the bytes (docs/decisions/0007-fast-path-for-cached-feed.md). Whatever is not as simple as that goes to
 * Fastify, where the same call has its route.
 */
export type FastPath = {
  register(path: string, offer: FastRoute): void
  /** Fastify gets what cannot go this way. A server of its own would keep Fastify from listening on all of localhost. */
  attach(server: Server): void
}

type Options = {
  /** Else everything goes to Fastify. */
  enabled: boolean
  trustProxy: boolean | string
  /** Those that every answer carries. */
  headers: Readonly<Record<string, string>>
  inFlight: Pick<InFlightRequests, 'add'>
}

export function createFastPath({ enabled, trustProxy, headers, inFlight }: Options): FastPath {
  const offers = new Map<string, FastRoute>()
  const ipOf = createIpResolver(trustProxy)
  const headOf = createHeaderWriter(headers)

  function findReady(request: IncomingMessage): CachedResponse | undefined {
    const offer = offers.get(request.url ?? '')
    // Nobody is signed in without a cookie.
    if (!offer || request.method !== 'GET' || request.headers.cookie !== undefined) return undefined
    const kept = offer.cached()
    return kept && isAllowed(offer, request) ? kept : undefined
  }
  function isAllowed(offer: FastRoute, request: IncomingMessage): boolean {
    try {
      offer.checkRateLimit({ ip: ipOf(request) })
      return true
    } catch {
      return false
    }
  }
  return {
    register(path, offer) {
      if (enabled) offers.set(path, offer)
    },
    attach(server) {
      const fastify = server.listeners('request') as RequestListener[]
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        // Fastify says no in its own way: to one call too many, and to all once it is closing.
        const kept = server.listening ? findReady(request) : undefined
        if (!kept) {
          for (const listener of fastify) listener(request, response)
          return
        }
        const form = negotiate(kept, request.headers)
        response.writeHead(form.status, headOf(form))
        response.end(form.body)
        // Nearly always the system has taken all of it at once.
        if (response.socket?.writableLength) inFlight.add(response)
      })
    },
  }
}

/** Names and values one after the other, as Node writes them fastest; with a request id that is always a new one. */
function createHeaderWriter(always: Readonly<Record<string, string>>) {
  const heads = new WeakMap<PreparedResponse, string[]>()
  const make = (form: PreparedResponse) => {
    const head = Object.entries({ ...always, ...form.headers, 'x-request-id': '' }).flat()
    heads.set(form, head)
    return head
  }
  return (form: PreparedResponse): string[] => {
    const head = heads.get(form) ?? make(form)
    head[head.length - 1] = newRequestId()
    return head
  }
}

/** As Fastify's `request.ip`. */
function createIpResolver(trustProxy: boolean | string): (request: IncomingMessage) => string {
  if (!trustProxy) return ({ socket }) => socket.remoteAddress ?? ''
  const trust =
    trustProxy === true
      ? () => true
      : proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
  return (request) => proxyAddr.all(request, trust).at(-1) ?? ''
}
