import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const pollMs = 50
/** A restart takes a few seconds. */
const retryAfterSeconds = 5

export type InFlightRequests = {
  /** Shutdown waits for this response. */
  add(response: ServerResponse): void
  /**
   * Shutdown waits for requests in flight and for nothing else. Browsers open connections in advance; Node counts one
   * that has not sent anything as busy, and would wait for it forever.
   */
  drainOnClose(app: FastifyInstance): void
}

export function trackInFlightRequests(): InFlightRequests {
  let inFlight = 0
  const end = () => {
    inFlight--
  }
  const add = (response: ServerResponse) => {
    inFlight++
    response.once('close', end)
  }
  return {
    add,
    drainOnClose(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        add(reply.raw)
        done()
      })
      app.addHook('preClose', async () => {
        // From now on Fastify responds to new requests itself, with 503.
        app.server.prependListener('request', (_request, response) =>
          response.setHeader('Retry-After', retryAfterSeconds),
        )
        const poll = setInterval(() => {
          if (inFlight === 0) app.server.closeAllConnections()
        }, pollMs)
        app.server.once('close', () => clearInterval(poll))
      })
    },
  }
}
