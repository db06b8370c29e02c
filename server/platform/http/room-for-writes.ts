import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
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
    // Who announces more than anybody may send gets another answer.
    const announced = Math.min(Number(headers['content-length'] ?? 0) || 0, limits.audioBytes)
    done(hasRoomFor(announced) ? undefined : outOfSpace())
  })
}
