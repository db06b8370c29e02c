import type { FastifyReply } from 'fastify'

/** Aborted when the connection closes. `request.signal` is not: its stream closes once the body has been read. */
export function whenClosed({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const closing = new AbortController()
  if (raw.closed) closing.abort()
  else raw.once('close', () => closing.abort())
  return closing.signal
}
