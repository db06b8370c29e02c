import type { FastifyInstance } from 'fastify'
import { healthPath } from '#contract/paths.ts'
import { withTimeout } from './with-timeout.ts'

export const readyPath = '/readyz'

/** Something the server cannot work without. */
export type Dependency = { name: string; check(): Promise<unknown> }

/** In milliseconds. Anybody may call `/readyz`, as often as they like. */
const rememberedFor = 1000

/**
 * `/healthz`: the process is alive. `/readyz`: all dependencies respond within three seconds, and the server has not been
 * told to stop.
 */
export function healthRoutes(
  app: FastifyInstance,
  dependencies: readonly Dependency[],
  stopping?: AbortSignal,
) {
  let last: { startedAt: number; failing: Promise<string[]> } | undefined

  async function findFailing(): Promise<string[]> {
    const healthy = await Promise.all(dependencies.map(isHealthy))
    const failing = dependencies.filter((_, index) => !healthy[index]).map(({ name }) => name)
    if (failing.length > 0) app.log.warn({ failing }, 'not ready')
    return failing
  }

  app.get(healthPath, async () => ({ status: 'ok' }))
  app.get(readyPath, async (_request, reply) => {
    if (stopping?.aborted)
      return reply.code(503).send({ message: 'Not ready: the server is stopping.' })
    if (!last || Date.now() - last.startedAt >= rememberedFor)
      last = { startedAt: Date.now(), failing: findFailing() }
    const failing = await last.failing
    if (failing.length === 0) return { status: 'ready' }
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
