import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { etagMatches } from './byte-ranges.ts'
import { acceptsGzip, compress } from './gzip.ts'

/** A JSON response that is the same for all anonymous callers, serialized and compressed once. */
export type CachedResponse = { etag: string; body: Buffer; gzipped: Buffer }

export async function createCachedResponse(value: unknown): Promise<CachedResponse> {
  const body = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { etag, body, gzipped: await compress(body) }
}

export function sendCached(reply: FastifyReply, { etag, body, gzipped }: CachedResponse) {
  const { headers } = reply.request
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' })
  if (etagMatches(headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  return acceptsGzip(headers)
    ? reply.header('content-encoding', 'gzip').send(gzipped)
    : reply.send(body)
}
