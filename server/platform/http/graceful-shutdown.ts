import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const pollMs = 50

export type InFlightRequests = {
  /** Closing waits for this answer. */
  add(response: ServerResponse): void
  /**
   * Closing waits for the answers under way and for nothing else. Browsers open connections ahead of
   * need; Node takes one that has sent nothing for a busy one, and would wait for it for good.
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
        const watch = setInterval(() => {
          if (inFlight === 0) app.server.closeAllConnections()
        }, pollMs)
        app.server.once('close', () => clearInterval(watch))
      })
    },
  }
}
