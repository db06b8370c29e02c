import type { IncomingHttpHeaders } from 'node:http'
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

/** Removes invalid entries before Fastify reads `request.ip` from the header, which it does on first use. */
export function registerForwardedForGuard(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    dropInvalidAddresses(request.raw.headers)
    done()
  })
}

/**
 * Drops an entry that is not an IP address, and all entries before it: no proxy has added those, so any client may
 * have.
 */
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
