import type { FastifyInstance } from 'fastify'

/** A worker that stops with the server. */
export function untilClose<Worker extends { stop(): unknown }>(
  app: FastifyInstance,
  worker: Worker,
): Worker {
  app.addHook('onClose', () => worker.stop())
  return worker
}

/** For a worker whose failures are only logged. */
export const warn = (app: FastifyInstance, message: string) => (error: unknown) =>
  app.log.warn({ err: error }, message)
