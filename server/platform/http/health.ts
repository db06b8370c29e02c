import type { FastifyInstance } from 'fastify'

/** A part without which the server cannot work. */
export type Dependency = { name: string; check(): Promise<unknown> }

/** `/healthz`: the process lives. `/readyz`: every part answers within three seconds, or which one does not. */
export function healthRoutes(app: FastifyInstance, parts: readonly Dependency[]) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const answers = await Promise.all(parts.map((part) => isHealthy(part)))
    const silent = parts.filter((_, index) => !answers[index]).map((part) => part.name)
    if (silent.length === 0) return { status: 'ready' }
    request.log.warn({ silent }, 'not ready')
    return reply.code(503).send({ message: `Not ready: ${silent.join(' and ')} does not answer.` })
  })
}

async function isHealthy(part: Dependency): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 3000, false).unref())
  const answer = part.check().then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late])
}
