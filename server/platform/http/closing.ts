import type { FastifyInstance } from 'fastify'

const lookAgainMs = 50

/**
 * Closing waits for the answers under way and for nothing else. Browsers open connections ahead of
 * need; Node takes one that has sent nothing for a busy one, and would wait for it for good.
 */
export function closeWhenAnswered(app: FastifyInstance) {
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay++
    response.once('close', () => underWay--)
  })
  app.addHook('preClose', async () => {
    const watch = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections()
    }, lookAgainMs)
    app.server.once('close', () => clearInterval(watch))
  })
}
