import type { FastifyInstance } from 'fastify'
import { healthPath } from '#contract/paths.ts'

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

async function isHealthy(dependency: Dependency): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, 3000, false).unref())
  const check = dependency.check().then(
    () => true,
    () => false,
  )
  return Promise.race([check, timeout])
}
