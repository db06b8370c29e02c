import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagMatches } from './byte-ranges.ts'
import { cacheControl } from './send-object.ts'

/** Returns the body, or sends 304 if the client has this version. Browsers ask each time. */
export function sendIfChanged<Body>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  version: string,
  body: Body,
): Body | FastifyReply {
  const etag = `"${version}"`
  reply.headers({ etag, 'cache-control': cacheControl({ cacheable: false }) })
  return etagMatches(request.headers['if-none-match'], etag) ? reply.code(304).send() : body
}
