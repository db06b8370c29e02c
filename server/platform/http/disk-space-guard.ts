import type { FastifyInstance } from 'fastify'
import { insufficientStorage } from '#server/errors.ts'

/** Only uploads have larger bodies, and the disk reserve is many times as large. */
const smallBodyBytes = 64 * 1024

type Options = {
  hasFreeSpace: (bytes: number) => boolean
  maxBodyBytes: number
}

/**
 * Rejects requests that add data before the disk is so full that PostgreSQL stops working.
 * Deleting and signing in still work, so that an administrator can free disk space.
 */
export function registerDiskSpaceGuard(
  app: FastifyInstance,
  { hasFreeSpace, maxBodyBytes }: Options,
) {
  const uploads = trackUploads()
  app.addHook('onRequest', ({ method, routeOptions, headers, raw }, reply, done) => {
    const adds = method === 'POST' || method === 'PUT'
    if (!adds || !routeOptions.url?.startsWith('/api/')) return done()
    // A body above the limit is rejected elsewhere, with another error.
    const contentLength = Math.min(Number(headers['content-length'] ?? 0) || 0, maxBodyBytes)
    const isUpload = contentLength > smallBodyBytes
    if (!hasFreeSpace(contentLength + (isUpload ? uploads.remaining() : 0)))
      return done(insufficientStorage())
    if (isUpload) {
      const end = uploads.begin(contentLength, raw.socket)
      reply.raw.once('close', end)
    }
    done()
  })
}

/** Disk space that is free but reserved: otherwise concurrent uploads would each be admitted for all of it. */
function trackUploads() {
  const inFlight = new Set<() => number>()
  return {
    /** Received bytes are on the disk already. */
    remaining: () => inFlight.values().reduce((sum, rest) => sum + rest(), 0),
    begin(contentLength: number, socket: { bytesRead: number }): () => void {
      const before = socket.bytesRead
      const rest = () => Math.max(0, contentLength - (socket.bytesRead - before))
      inFlight.add(rest)
      return () => inFlight.delete(rest)
    },
  }
}
