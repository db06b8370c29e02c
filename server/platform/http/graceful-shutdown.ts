import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const lookAgainMs = 50

export type AnswersUnderWay = {
  /** Closing waits for this answer. */
  add(response: ServerResponse): void
  /**
   * Closing waits for the answers under way and for nothing else. Browsers open connections ahead of
   * need; Node takes one that has sent nothing for a busy one, and would wait for it for good.
   */
  closeAfter(app: FastifyInstance): void
}

export function countAnswers(): AnswersUnderWay {
  let underWay = 0
  const end = () => {
    underWay--
  }
  const add = (response: ServerResponse) => {
    underWay++
    response.once('close', end)
  }
  return {
    add,
    closeAfter(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        add(reply.raw)
        done()
      })
      app.addHook('preClose', async () => {
        const watch = setInterval(() => {
          if (underWay === 0) app.server.closeAllConnections()
        }, lookAgainMs)
        app.server.once('close', () => clearInterval(watch))
      })
    },
  }
}
