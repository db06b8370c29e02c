import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { type CachedResponse, negotiate, type PreparedResponse } from './cached-response.ts'
import { createIpResolver, type TrustProxy } from './client-address.ts'
import type { InFlightRequests } from './graceful-shutdown.ts'
import { type HostCheck, hasOneHost } from './host-guard.ts'
import { newRequestId } from './request-id.ts'
import { isForeignSubresource } from './security.ts'
import { hasBody } from './slow-connections.ts'

type FastRoute = {
  /** The response for anonymous callers, if it is in the cache. */
  cached(): CachedResponse | undefined
  /** Throws if this request exceeds a limit. */
  checkRateLimit(caller: { ip: string }): void
}

/**
 * Sends cached responses to anonymous callers before Fastify creates a request and a reply, which cost as much as
 * sending the bytes (docs/decisions/0013-cached-home-feed.md). All other requests go to Fastify, which has the same route.
 */
export type FastPath = {
  register(path: string, route: FastRoute): void
  /** Wraps Fastify's listeners. A custom server would prevent Fastify from listening on every address of localhost. */
  attach(server: Server): void
}

type Options = {
  enabled: boolean
  trustProxy: TrustProxy
  /** Sent with every response. */
  headers: Readonly<Record<string, string>>
  inFlight: Pick<InFlightRequests, 'add'>
  isOwnHost: HostCheck
}

export function createFastPath(options: Options): FastPath {
  const { enabled, trustProxy, headers, inFlight, isOwnHost } = options
  const routes = new Map<string, FastRoute>()
  const resolveIp = createIpResolver(trustProxy)
  const headersFor = createHeaderWriter(headers)

  function findCached(request: IncomingMessage): CachedResponse | undefined {
    const route = routes.get(request.url ?? '')
    // Without a cookie the caller is anonymous.
    if (!route || request.method !== 'GET' || request.headers.cookie !== undefined) return undefined
    // Fastify sends the error, or waits for the body.
    if (!hasOneHost(request) || !isOwnHost(request) || hasBody(request)) return undefined
    if (isForeignSubresource(request)) return undefined
    const cached = route.cached()
    return cached && isAllowed(route, request) ? cached : undefined
  }
  function isAllowed(route: FastRoute, request: IncomingMessage): boolean {
    try {
      route.checkRateLimit({ ip: resolveIp(request) })
      return true
    } catch {
      return false
    }
  }
  return {
    register(path, route) {
      if (enabled) routes.set(path, route)
    },
    attach(server) {
      const fastifyListeners = server.listeners('request') as RequestListener[]
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        // Fastify sends the errors: 429, and 503 while the server is closing.
        const cached = server.listening ? findCached(request) : undefined
        if (!cached) {
          for (const listener of fastifyListeners) listener(request, response)
          return
        }
        const prepared = negotiate(cached, request.headers)
        response.writeHead(prepared.status, headersFor(prepared))
        response.end(prepared.body)
        // Usually the kernel has taken the whole response already, and nothing is in flight.
        if (response.socket?.writableLength) inFlight.add(response)
      })
    },
  }
}

/** A flat list of names and values, which Node writes faster than an object, with a new request id each time. */
function createHeaderWriter(common: Readonly<Record<string, string>>) {
  const lists = new WeakMap<PreparedResponse, string[]>()
  const create = (prepared: PreparedResponse) => {
    const list = Object.entries({ ...common, ...prepared.headers, 'x-request-id': '' }).flat()
    lists.set(prepared, list)
    return list
  }
  return (prepared: PreparedResponse): string[] => {
    const list = lists.get(prepared) ?? create(prepared)
    list[list.length - 1] = newRequestId()
    return list
  }
}
