import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOutgoing } from './outgoing.ts'

/** Resolves every name to these addresses, and counts how often. */
function resolvingTo(...addresses: string[]) {
  let lookups = 0
  const lookup = ((_host: string, _options: object, done: (...results: unknown[]) => void) => {
    lookups += 1
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    done(null, found)
  }) as never
  return { lookup, lookups: () => lookups }
}

const guarded = (...addresses: string[]) =>
  createOutgoing({
    allowsPrivateNetworks: false,
    isTrial: false,
    userAgent: 'test',
    ...(addresses.length > 0 && { lookup: resolvingTo(...addresses).lookup }),
  })
const unguarded = createOutgoing({ allowsPrivateNetworks: true, isTrial: false, userAgent: 'test' })

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const refused = /is not a public address/

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[4000::1]/',
  'http://224.0.0.1/',
])('outgoing requests: %s is refused', async (url) => {
  await expect(guarded()(url)).rejects.toThrow(refused)
})

test.each([['127.0.0.1'], ['::1'], ['192.168.1.1'], ['93.184.216.34', '10.0.0.1']])(
  'outgoing requests: a name with the address %s is refused',
  async (...addresses) => {
    await expect(guarded(...addresses)('http://music.invalid/')).rejects.toThrow(refused)
  },
)

test('outgoing requests: a setting allows the network of the host', async () => {
  const origin = await serve((request, response) => response.end(request.headers['user-agent']))
  const { status, body } = await unguarded(origin)
  expect([status, body.toString()]).toEqual([200, 'test'])
})

test('outgoing requests: the connection goes to the address that was checked', async () => {
  const origin = await serve((request, response) => response.end(request.headers.host))
  const { lookup, lookups } = resolvingTo('127.0.0.1')
  const sendOutgoing = createOutgoing({
    allowsPrivateNetworks: true,
    isTrial: false,
    userAgent: 'test',
    lookup,
  })
  const { body } = await sendOutgoing(origin.replace('127.0.0.1', 'music.invalid'))
  expect(body.toString()).toMatch(/^music\.invalid:/)
  expect(lookups()).toBe(1)
})

test('outgoing requests: a redirect to a name inside the network is refused', async () => {
  const origin = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://inside.invalid/' }).end(),
  )
  // The test server itself stands for a public one.
  let isFirst = true
  const lookup = ((_host: string, _options: object, done: (...results: unknown[]) => void) => {
    const address = isFirst ? '127.0.0.1' : '10.0.0.1'
    isFirst = false
    done(null, [{ address, family: 4 }])
  }) as never
  const sendOutgoing = createOutgoing({
    allowsPrivateNetworks: false,
    isTrial: false,
    userAgent: 'test',
    lookup,
    isPublic: (address) => address === '127.0.0.1',
  })
  await expect(sendOutgoing(origin.replace('127.0.0.1', 'outside.invalid'))).rejects.toThrow(
    'inside.invalid is not a public address',
  )
})

test('outgoing requests: credentials do not follow a redirect to another site', async () => {
  const other = await serve(({ headers }, response) =>
    response.end(headers.authorization ?? 'none'),
  )
  const origin = await serve((_request, response) =>
    response.writeHead(307, { location: other }).end(),
  )
  const { body } = await unguarded(origin, { headers: { authorization: 'Token secret' } })
  expect(body.toString()).toBe('none')
})

test('outgoing requests: a loop of redirects ends', async () => {
  let requests = 0
  const origin = await serve((_request, response) => {
    requests += 1
    response.writeHead(302, { location: '/' }).end()
  })
  expect((await unguarded(origin)).status).toBe(302)
  expect(requests).toBe(4)
})

test('outgoing requests: a response without end is cut off', async () => {
  const origin = await serve((_request, response) => {
    const more = () => response.write(Buffer.alloc(64 * 1024)) && setImmediate(more)
    response.on('drain', more)
    more()
  })
  await expect(unguarded(origin)).rejects.toThrow('too large')
})

test('outgoing requests: a server that does not answer is given up', async () => {
  const origin = await serve(() => {})
  await expect(unguarded(origin, { timeoutMs: 100 })).rejects.toThrow('aborted')
})

test('outgoing requests: only http and https are requested', async () => {
  await expect(unguarded('ftp://music.invalid/')).rejects.toThrow('http or https')
})
