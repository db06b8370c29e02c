import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { CustomFetch } from 'openid-client'
import { assertFormText } from '#server/platform/http/control-characters.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limiter.ts'

const prefix = '/oidc'
const bodyLimit = 56 * 1024

/** Mounts the provider library, a plain Node request listener, under /oidc. */
export function mountProvider(
  app: FastifyInstance,
  provider: Provider,
  { publicUrl, limit }: { publicUrl: string; limit: RateCheck },
) {
  const handle = provider.callback()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      assertFormText(body.toString())
      done(null, body)
    })
    scope.route({
      method: ['GET', 'POST'],
      url: `${prefix}/*`,
      schema: { hide: true },
      async handler(request, reply) {
        if (!isInProcess(request)) limit(request)
        // Copies the security headers: the library writes to the raw response.
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        reply.hijack()
        await handle(withPublicUrl(withBody(request), publicUrl), reply.raw)
      },
    })
  })
}

/** Our own server requests tokens for all users: that must not count against one client. No connection has this address. */
const inProcessAddress = 'in-process'
const isInProcess = ({ raw }: FastifyRequest) => raw.socket.remoteAddress === inProcessAddress

/** The library reads the stream itself, which has been read already. */
function withBody({ raw, body }: FastifyRequest): IncomingMessage {
  if (body === undefined || body === null) return raw
  return Object.defineProperties(raw, {
    readable: { value: true },
    iterator: { value: () => [body] },
  })
}

/** The library derives its URLs and the Secure flag of its cookies from the request's headers. */
function withPublicUrl(request: IncomingMessage, publicUrl: string): IncomingMessage {
  const { host, protocol } = new URL(publicUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  const url = request.url ?? ''
  return Object.assign(request, { originalUrl: url, url: url.slice(prefix.length) })
}

/**
 * Sends the client's requests to the provider within the process: behind a proxy, a server often
 * cannot reach its own public URL.
 */
export function inProcessFetch(app: FastifyInstance, publicUrl: string): CustomFetch {
  return async (target, { method, headers, body }) => {
    const url = new URL(target)
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.pathname + url.search,
      headers: { ...headers, host: new URL(publicUrl).host },
      remoteAddress: inProcessAddress,
      ...(body ? { payload: String(body) } : {}),
    })
    return new Response(response.body, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    })
  }
}
