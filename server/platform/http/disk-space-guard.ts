import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { insufficientStorage } from '#server/errors.ts'

/** No call but an upload takes more, and the room that is kept free is many times as large. */
const smallBodyBytes = 64 * 1024

/**
 * Refuses what would add something before the disk is so full that the database cannot even be read any more.
 * Deleting and signing in go on: an administrator makes room that way.
 */
export function registerDiskSpaceGuard(
  app: FastifyInstance,
  hasRoomFor: (bytes: number) => boolean,
) {
  const uploads = trackUploads()
  app.addHook('onRequest', ({ method, url, headers, raw }, reply, done) => {
    const adds = method === 'POST' || method === 'PUT'
    if (!adds || !url.startsWith('/api/')) return done()
    // Who announces more than anybody may send gets another answer.
    const announced = Math.min(Number(headers['content-length'] ?? 0) || 0, limits.maxAudioBytes)
    const isUpload = announced > smallBodyBytes
    if (!hasRoomFor(announced + (isUpload ? uploads.toCome() : 0)))
      return done(insufficientStorage())
    if (isUpload) {
      const end = uploads.begin(announced, raw.socket)
      reply.raw.once('close', end)
    }
    done()
  })
}

/** Room that is free but promised: several uploads that begin at once would each be let in for all of it. */
function trackUploads() {
  const underWay = new Set<() => number>()
  return {
    /** What has come lies on the disk already. */
    toCome: () => underWay.values().reduce((sum, rest) => sum + rest(), 0),
    begin(announced: number, socket: { bytesRead: number }): () => void {
      const before = socket.bytesRead
      const rest = () => Math.max(0, announced - (socket.bytesRead - before))
      underWay.add(rest)
      return () => underWay.delete(rest)
    },
  }
}
