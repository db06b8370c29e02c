import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { healthPath } from '#contract/paths.ts'
import { badRequest, HttpError } from '#server/errors.ts'
import { compileTrustProxy, type TrustProxy } from './client-address.ts'
import { readyPath } from './health.ts'

type Options = { publicUrl: string; trustProxy: TrustProxy }

/**
 * Whether a request is for this site. A page of another site can rebind its own name to this server's address, and its
 * scripts are then same-origin with it; the Host header still has that name (docs/decisions/0002-hosts-and-proxies.md).
 */
function createHostCheck({ publicUrl, trustProxy }: Options) {
  const { host: publicHost, hostname } = new URL(publicUrl)
  const publicName = hostname.replace(/^www\./, '')
  const isTrusted = compileTrustProxy(trustProxy)
  const isOwn = (host: string) => {
    const name = nameOf(host)
    return (
      name !== undefined &&
      (name === publicName || name.endsWith(`.${publicName}`) || cannotBeRebound(name))
    )
  }
  return ({ headers, socket, url = '' }: IncomingMessage): boolean => {
    const host = absoluteTarget.exec(url)?.[1] ?? headers.host
    // A request of HTTP/1.0 may have none.
    if (host === undefined || host === publicHost || isOwn(host)) return true
    const forwarded = headers['x-forwarded-host']
    // Some proxies replace the Host header by the name under which they know this server.
    return (
      typeof forwarded === 'string' &&
      isTrusted !== false &&
      isTrusted(socket.remoteAddress ?? '', 0) &&
      isOwn(forwarded)
    )
  }
}

/** An absolute request target, as clients send it to proxies: its host takes precedence over the header. */
const absoluteTarget = /^https?:\/\/([^/?#]*)/i

/** They come with any host, and their responses contain no data. */
const healthChecks: unknown[] = [healthPath, readyPath]

export function registerHostGuard(app: FastifyInstance, options: Options) {
  const isOwnHost = createHostCheck(options)
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!hasOneHost(raw)) return done(badRequest('The request must have one Host header.'))
    if (isOwnHost(raw) || healthChecks.includes(routeOptions.url)) return done()
    done(
      new HttpError(
        421,
        'This server does not serve that host name: its administrator can set PUBLIC_URL to it.',
      ),
    )
  })
}

/** Of several Host headers Node uses the first, and a proxy in front may use another. HTTP/1.0 needs none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** Lower case, without the port and the dot of the root. */
function nameOf(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([^:/?#@\s]+))(?::\d*)?$/i.exec(host) ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, '')
}

/** Addresses are not resolved; localhost and names without a dot, as of containers, are not in the public DNS. */
const cannotBeRebound = (name: string): boolean =>
  isIP(name) > 0 || name.endsWith('.localhost') || !name.includes('.')
