import { createHash, timingSafeEqual } from 'node:crypto'
import { prometheusContentType } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { unauthorized } from '#server/errors.ts'
import { createMetrics, type MetricsDeps } from './metrics-service.ts'

/** `/metrics` for Prometheus, with the token as bearer. */
export function metricsRoutes(
  app: FastifyInstance,
  { token, ...deps }: MetricsDeps & { token: string },
) {
  const metrics = createMetrics(deps)
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (!timingSafeEqual(digest(authorization), expected)) throw unauthorized()
    reply.header('cache-control', 'no-store').type(prometheusContentType)
    return metrics()
  })
}

/** Of the same length, whatever is compared. */
const digest = (text: string) => createHash('sha256').update(text).digest()
