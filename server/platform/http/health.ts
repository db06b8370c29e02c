import type { FastifyInstance } from 'fastify'
import { healthPath } from '#contract/paths.ts'
import { withTimeout } from './with-timeout.ts'

/** Something the server cannot work without. */
export type Dependency = { name: string; check(): Promise<unknown> }

/** `/healthz`: the process is alive. `/readyz`: all dependencies respond within three seconds. */
export function healthRoutes(app: FastifyInstance, dependencies: readonly Dependency[]) {
  app.get(healthPath, async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const healthy = await Promise.all(dependencies.map(isHealthy))
    const failing = dependencies.filter((_, index) => !healthy[index]).map(({ name }) => name)
    if (failing.length === 0) return { status: 'ready' }
    request.log.warn({ failing }, 'not ready')
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ message: `Not ready: ${failing.join(' and ')} does not respond.` })
  })
}

const isHealthy = ({ check }: Dependency): Promise<boolean> =>
  withTimeout(check(), 3000).then(
    () => true,
    () => false,
  )
