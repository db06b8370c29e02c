import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recentWriteSeconds } from '../postgres/read-replica.ts'
import { hostCookie } from './host-cookie.ts'

const names = ['https:', 'http:'].map((url) => hostCookie('wrote', url).name)

/**
 * Marks a browser that has written with a cookie, so that any server reads from the primary for it until the replica
 * has what it wrote.
 */
export function markWrites(app: FastifyInstance, publicUrl: string): void {
  const { name, options } = hostCookie('wrote', publicUrl)
  app.addHook('onSend', ({ method, routeOptions: { config } }, reply, _payload, done) => {
    const isWrite =
      config.isWrite || (method !== 'GET' && method !== 'HEAD' && reply.statusCode < 400)
    if (isWrite && !config.privateWrite)
      reply.setCookie(name, '1', { ...options, maxAge: recentWriteSeconds })
    done()
  })
}

/** Scripts have no cookies: they always read what they wrote. */
export const hasRecentWrite = ({ cookies, headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || names.some((name) => cookies[name] !== undefined)
