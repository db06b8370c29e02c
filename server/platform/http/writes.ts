import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What a route writes. `content`: what others see, so that cached lists are outdated and a replica must not answer the
 * writer. `own`: what nobody else sees or, as with plays, not at once. `nothing`: it reads, whatever its method.
 */
export type Writes = 'content' | 'own' | 'nothing'

export const writesOf = (method: string, writes?: Writes): Writes =>
  writes ?? (['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'nothing' : 'content')

/** Whether this response says that content was written. */
export const hasWrittenContent = (
  { method, routeOptions: { config } }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean => writesOf(method, config.writes) === 'content' && statusCode < 400
