import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { compileTrustProxy, registerForwardedForGuard, type TrustProxy } from './client-address.ts'

async function resolve(trustProxy: TrustProxy, forwardedFor?: string, remoteAddress = '10.0.0.1') {
  const app = Fastify({ trustProxy: compileTrustProxy(trustProxy) })
  registerForwardedForGuard(app)
  app.get('/', async ({ ip }) => ip)
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return (await app.inject({ url: '/', headers, remoteAddress })).body
}

test.each<[TrustProxy, string | undefined, string]>([
  [false, '192.0.2.1', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '192.0.2.1', '192.0.2.1'],
  [1, '198.51.100.9, 192.0.2.1', '192.0.2.1'],
  [2, '198.51.100.9, 192.0.2.1', '198.51.100.9'],
  [2, '203.0.113.5, 198.51.100.9, 192.0.2.1', '198.51.100.9'],
  ['10.0.0.0/8', '203.0.113.5, 198.51.100.9, 10.1.2.3', '198.51.100.9'],
  ['192.168.0.0/16', '198.51.100.9', '10.0.0.1'],
  [1, '2001:db8::7', '2001:db8::7'],
  [1, '192.0.2.1:4711', '192.0.2.1'],
  [1, '[2001:db8::7]:4711', '2001:db8::7'],
])(
  'with TRUST_PROXY %j and X-Forwarded-For %j the client address is %s',
  async (trust, header, address) => {
    expect(await resolve(trust, header)).toBe(address)
  },
)

test.each([
  ...['unknown', '', ',', '1', '0x7f.1', '127.1', 'fe80::1%eth0', '192.0.2.1 x', '_hidden'],
  'x'.repeat(12_000),
  `${'1'.repeat(12_000)}.0.0.1`,
])('X-Forwarded-For: an entry that is not an IP address is ignored (%#)', async (entry) => {
  expect(await resolve(1, entry)).toBe('10.0.0.1')
  expect(await resolve(2, `198.51.100.9, ${entry}`)).toBe('10.0.0.1')
  expect(await resolve(2, `${entry}, 192.0.2.1`)).toBe('192.0.2.1')
})

test('X-Forwarded-For: only the nearest ten entries of a long list count', async () => {
  const list = Array.from({ length: 900 }, (_, i) => `192.0.${i >> 8}.${i & 255}`).join(', ')
  expect(await resolve('128.0.0.0/1', list, '192.0.2.9')).toBe('192.0.3.122')
})

test('a client behind one proxy cannot choose the address that its limits count', async () => {
  const env = { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '1' }
  const limited = await startTestApp({ env })
  onTestFinished(limited.close)
  // A forged header as a proxy forwards it, with the address of the client appended.
  const forged = ['192.0.2.1', 'nonsense', '::1', 'x'.repeat(8000), '10.0.0.1, 192.0.2.5']
  for (const path of ['/api/discover', '/api/tracks', '/nothing']) {
    const statuses: number[] = []
    for (const entry of [...forged, ...forged, ...forged]) {
      const headers = { 'x-forwarded-for': `${entry}, 203.0.113.77` }
      statuses.push((await limited.visitor('GET', path, { headers })).status)
    }
    expect([path, statuses.at(-1)]).toEqual([path, 429])
  }
  for (const entry of ['garbage', '1', 'x'.repeat(8000)]) {
    const headers = { 'x-forwarded-for': entry }
    await limited.visitor('GET', '/api/tracks', { headers })
  }
  expect((await limited.visitor('GET', '/api/tracks')).status).toBe(429)
})
