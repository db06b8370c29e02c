import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { requestSeconds, requests, sentBytes } from '#server/platform/metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of a page's path: pages have no route of their own. */
    pageRoute: string | undefined
  }
}

/**
 * Counts every request, and logs it at the level `info`. By its route pattern: paths hold ids and tokens, queries what
 * people search for.
 */
export function observeRequests(app: FastifyInstance, { logIp = false }: { logIp?: boolean }) {
  const takeSentBytes = createByteCounter()
  app.decorateRequest('pageRoute', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip, socket, pageRoute } = request
    // Pages call the API inside the process.
    if (!(socket instanceof Socket)) return done()
    const route = pageRoute ?? request.routeOptions.url ?? 'unmatched'
    const status = reply.statusCode
    const bytes = takeSentBytes(socket)
    requestSeconds.observe({ route }, reply.elapsedTime / 1000)
    requests.inc({ route, status: `${Math.floor(status / 100)}xx` })
    sentBytes.inc({ kind: /audio|stream|download/.test(route) ? 'audio' : 'other' }, bytes)
    const ms = Math.round(reply.elapsedTime)
    request.log.info(
      { method, route, status, ms, bytes, ...(logIp && { ip }) },
      'request completed',
    )
    done()
  })
}

/** A connection has many responses: those bytes count that were written since the last one. */
function createByteCounter() {
  const counted = new WeakMap<Socket, number>()
  return (socket: Socket): number => {
    const { bytesWritten } = socket
    const before = counted.get(socket) ?? 0
    counted.set(socket, bytesWritten)
    return bytesWritten - before
  }
}
