import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recentWriteSeconds } from '../postgres/read-replica.ts'
import { hostCookie } from './host-cookie.ts'
import { hasWrittenContent } from './writes.ts'

const names = ['https:', 'http:'].map((url) => hostCookie('wrote', url).name)

/**
 * Marks a browser that has written with a cookie, so that any server reads from the primary for it until the replica
 * has what it wrote.
 */
export function markWrites(app: FastifyInstance, publicUrl: string): void {
  const { name, options } = hostCookie('wrote', publicUrl)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasWrittenContent(request, reply))
      reply.setCookie(name, '1', { ...options, maxAge: recentWriteSeconds })
    done()
  })
}

/** Scripts have no cookies: they always read what they wrote. */
export const hasRecentWrite = ({ cookies, headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || names.some((name) => cookies[name] !== undefined)
