import type { FastifyInstance } from 'fastify'
import { forbidden } from '#server/errors.ts'

type Options = { publicUrl: string; headers: Readonly<Record<string, string>> }

/** Headers that every answer carries, and the refusal of writes that another site sends. */
export function registerSecurity(app: FastifyInstance, { publicUrl, headers }: Options) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
      return done()
    const { origin } = request.headers
    const foreign = origin !== undefined && origin !== publicUrl
    if (foreign || request.headers['sec-fetch-site'] === 'cross-site')
      return done(forbidden('This request comes from another site.'))
    done()
  })
}

/**
 * What helmet would set, written out: it makes them anew for each answer, which took a third of the time of a small
 * call (docs/decisions/0012-per-request-overhead.md). Without those that no browser in use heeds, or that say what it
 * does by itself.
 */
export function securityHeaders({
  publicUrl,
  storeOrigins,
}: {
  publicUrl: string
  storeOrigins: readonly string[]
}): Record<string, string> {
  const stores = storeOrigins.map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${stores}`,
    `media-src 'self' blob:${stores}`,
    `connect-src 'self'${stores}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
