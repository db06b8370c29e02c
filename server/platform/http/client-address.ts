import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'

/** How many proxies are in front, or a comma-separated list of their addresses and networks. */
export type TrustProxy = false | number | string

/** More proxies than any site has. */
const maxHops = 10

type IsTrusted = (address: string, hop: number) => boolean

/** For Fastify's option `trustProxy`. */
export function compileTrustProxy(trustProxy: TrustProxy): IsTrusted | false {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  if (trustProxy === false) return false
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
}

/** The same as Fastify's `request.ip`, for requests that do not reach Fastify. */
export function createIpResolver(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const trust = compileTrustProxy(trustProxy)
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? ''
  return (request) => {
    dropInvalidAddresses(request.headers)
    return proxyAddr.all(request, trust).at(-1) ?? ''
  }
}

/** `request.ip` is read from the header when it is needed. */
export function registerForwardedForGuard(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    dropInvalidAddresses(raw.headers)
    done()
  })
}

/** What is left of something that is no IP address comes from no proxy: anybody can have written it. */
function dropInvalidAddresses(headers: IncomingHttpHeaders) {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const addresses: string[] = []
  for (const entry of String(header).split(',').toReversed()) {
    const address = parseAddress(entry.trim())
    if (!address || addresses.length === maxHops) break
    addresses.unshift(address)
  }
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
  else delete headers['x-forwarded-for']
}

/** Some proxies append the port. */
function parseAddress(entry: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return isIP(address) && !address.includes('%') ? address : undefined
}
