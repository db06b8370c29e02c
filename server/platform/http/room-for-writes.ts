import type { FastifyInstance } from 'fastify'
import { outOfSpace } from '#server/errors.ts'

/**
 * Refuses what would add something before the disk is so full that the database cannot even be read any more.
 * Deleting and signing in go on: an administrator makes room that way.
 */
export function refuseWritesWithoutRoom(
  app: FastifyInstance,
  hasRoomFor: (bytes: number) => boolean,
) {
  app.addHook('onRequest', ({ method, url, headers }, _reply, done) => {
    const adds = method === 'POST' || method === 'PUT'
    if (!adds || !url.startsWith('/api/')) return done()
    const announced = Number(headers['content-length'] ?? 0)
    done(hasRoomFor(Number.isFinite(announced) ? announced : 0) ? undefined : outOfSpace())
  })
}
