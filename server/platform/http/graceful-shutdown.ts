import type { FastifyInstance } from 'fastify'

const pollMs = 50
/** A restart takes a few seconds. */
const retryAfterSeconds = 5

/**
 * Shutdown waits for requests in flight and for nothing else. Browsers open connections in advance; Node counts one
 * that has not sent anything as busy, and would wait for it forever.
 */
export function drainOnClose(app: FastifyInstance): void {
  let inFlight = 0
  const end = () => {
    inFlight--
  }
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight++
    reply.raw.once('close', end)
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
}
