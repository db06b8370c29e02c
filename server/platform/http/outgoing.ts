import { lookup as lookUp } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Requests to addresses that a user typed. They reach public networks only, unless the host allows others. */

type OutgoingRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Of all redirects together. */
  timeoutMs?: number
}
type OutgoingResponse = {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}
export type SendOutgoing = (url: string, request?: OutgoingRequest) => Promise<OutgoingResponse>

/** The address leads to where requests of users must not go. */
class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address.`)
    this.name = 'PrivateAddressError'
  }
}

const maxRedirects = 3
const maxResponseBytes = 256 * 1024

type Options = {
  /** Whether loopback, link-local and private addresses may be requested (OUTGOING_PRIVATE_NETWORKS). */
  allowsPrivateNetworks: boolean
  /** A trial of a backup has the users of the live site, and sends nothing for them. */
  isTrial: boolean
  userAgent: string
  /** Others, for tests. */
  lookup?: typeof lookUp
  isPublic?: (address: string) => boolean
}

export function createOutgoing(options: Options): SendOutgoing {
  const { allowsPrivateNetworks, userAgent } = options
  const isAllowed = (address: string) =>
    allowsPrivateNetworks || (options.isPublic ?? isPublicAddress)(address)

  /** Every address of the name is checked, and the connection is made to one of them: the name is not resolved twice. */
  const lookup: LookupFunction = (host, settings, done) =>
    (options.lookup ?? lookUp)(host, { ...settings, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error(`${host} has no address.`), [])
      if (!found.every(({ address }) => isAllowed(address)))
        return done(new PrivateAddressError(host), [])
      return settings.all ? done(null, found) : done(null, first.address, first.family)
    })

  return async (text, { timeoutMs = 10_000, ...request } = {}) => {
    if (options.isTrial) throw new Error('This is a trial of a backup, from which nothing is sent.')
    const signal = AbortSignal.timeout(timeoutMs)
    let [url, next] = [new URL(text), request]
    for (let redirects = 0; ; redirects += 1) {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // An address is not looked up.
      if (isIP(host) && !isAllowed(host)) throw new PrivateAddressError(host)
      const headers = { 'user-agent': userAgent, ...next.headers }
      const response = await send(url, { ...next, headers }, { lookup, signal })
      const target = redirectOf(response, next.method)
      if (!target || redirects === maxRedirects) return response
      const following = new URL(target, url)
      // Credentials are for the site that the user named.
      if (following.origin !== url.origin) next = { ...next, headers: {} }
      url = following
    }
  }
}

/** All that is assigned of IPv6. `::127.0.0.1` and what has no meaning yet are outside. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** NAT64, 6to4, Teredo and IPv4 in IPv6 are ranges of their own, or are read as the address inside. */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  return (
    address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast))
  )
}

/** A POST is sent again only where the response says so. */
function redirectOf({ status, headers }: OutgoingResponse, method = 'GET') {
  const follows = method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308]
  return follows.includes(status) ? headers.location : undefined
}

type Connection = { lookup: LookupFunction; signal: AbortSignal }

function send(url: URL, request: OutgoingRequest, connection: Connection) {
  const { method = 'GET', headers, body } = request
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('The address must be http or https.')
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise<OutgoingResponse>((resolve, reject) => {
    // No agent: it could have a connection to this name that was opened without the check.
    open(url, { method, headers, agent: false, ...connection }, (response) => {
      read(response).then(resolve, reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function read(response: IncomingMessage): Promise<OutgoingResponse> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxResponseBytes) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  const { statusCode = 0, headers } = response
  return { status: statusCode, headers, body: Buffer.concat(chunks) }
}
