import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { CustomFetch } from 'openid-client'
import type { RateCheck } from '#server/platform/rate-limit/rate-limit.ts'

const prefix = '/oidc'

/** Puts the provider library, which speaks Node's own HTTP, under /oidc. */
export function mountProvider(
  app: FastifyInstance,
  provider: Provider,
  { publicUrl, limit }: { publicUrl: string; limit: RateCheck },
) {
  const handle = provider.callback()
  app.register(async (scope) => {
    // The library reads bodies by itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: `${prefix}/*`,
      schema: { hide: true },
      async handler(request, reply) {
        if (isBrowserEndpoint(request.url)) limit(request)
        // What every answer carries: the library knows nothing of Fastify's.
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        reply.hijack()
        await handle(withPublicUrl(request.raw, publicUrl), reply.raw)
      },
    })
  })
}

/** The rest is asked for by our own server, for everybody: it must never be counted as one visitor. */
const isBrowserEndpoint = (url: string) => /^\/oidc\/(auth|session)/.test(url)

/** The library makes its addresses and the Secure flag of its cookies from what the request says of itself. */
function withPublicUrl(request: IncomingMessage, publicUrl: string): IncomingMessage {
  const { host, protocol } = new URL(publicUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  const url = request.url ?? ''
  return Object.assign(request, { originalUrl: url, url: url.slice(prefix.length) })
}

/**
 * Our client asks our provider within the process: a server behind a proxy
 * often cannot reach its own public address.
 */
export function inProcessFetch(app: FastifyInstance, publicUrl: string): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.pathname + url.search,
      headers: { ...headers, host: new URL(publicUrl).host },
      ...(body ? { payload: String(body) } : {}),
    })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
}
