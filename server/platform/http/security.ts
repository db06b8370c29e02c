import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBinary } from '#contract/route.ts'
import { forbidden } from '#server/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Pages of other sites may request it, whatever the method: what they show or play, and what music apps call. Without
     * cookies, and with limits of its own.
     */
    allowsCrossSite?: true | undefined
  }
}

type Options = {
  publicUrl: string
  headers: Readonly<Record<string, string>>
  /** Whether pages and files say that models must not be trained with them. */
  deniesTraining?: boolean
}

/** The W3C's TDM Reservation Protocol, and the names that image sites use. */
const trainingHeaders = { 'tdm-reservation': '1', 'x-robots-tag': 'noai, noimageai' }

/** A page or a file: no other response of the API. */
function isContent({ routeOptions, url }: FastifyRequest): boolean {
  const { route, sendsFile } = routeOptions.config
  if (sendsFile) return true
  return route ? isBinary(route) : !/^\/(?:api|rest|oidc)(?:[/?]|$)/.test(url)
}

/** Sets the security headers of every response, and rejects cross-site writes. */
export function registerSecurity(
  app: FastifyInstance,
  { publicUrl, headers, deniesTraining }: Options,
) {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, headers)
    if (deniesTraining && isContent(request)) reply.headers(trainingHeaders)
    const { allowsCrossSite } = request.routeOptions.config
    const isForeign = isRead(request) ? isForeignSubresource(request) : isForeignWrite(request)
    done(
      isForeign && !allowsCrossSite
        ? forbidden('This request comes from another site.')
        : undefined,
    )
  })

  function isForeignWrite({ headers }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': initiator } = headers
    return (origin !== undefined && origin !== publicUrl) || initiator === 'cross-site'
  }
}

const isRead = ({ method }: FastifyRequest) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * Whether a page of another site requests this as a subresource, such as an image or a frame. It could not read the
 * response, but would use up the rate limits of its visitor, or of everyone behind the same address. Apps and crawlers
 * send none of these headers.
 */
export function isForeignSubresource({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const destination = headers['sec-fetch-dest']
  // Of a link, through the service worker.
  const isNavigation = destination === 'empty' && headers['sec-fetch-mode'] === 'navigate'
  const isSubresource = destination !== undefined && destination !== 'document' && !isNavigation
  return isSubresource && headers['sec-fetch-site'] === 'cross-site'
}

/** Called by a hook, and for errors before routing, for which no hook runs. */
export const setSecurityHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): FastifyReply => {
  // Most responses depend on the caller; routes whose responses may be cached say so themselves.
  return reply
    .header('cache-control', 'private, no-store')
    .headers(headers)
    .header('x-request-id', request.id)
}

/** Lets any site show this page in a frame. */
export function allowFraming(reply: FastifyReply): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy'))
  return reply
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", 'frame-ancestors *'),
    )
}

/**
 * What helmet would set, as constants: helmet builds them for each response, which took a third of the CPU of a small
 * request (docs/decisions/0007-routes-from-the-contract.md). Without headers that no current browser needs.
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
    "frame-src 'self'",
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
