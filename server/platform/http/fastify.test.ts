import dns from 'node:dns'
import { type AddressInfo, isIP } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFastify } from './fastify.ts'

/** As on machines where localhost has an IPv4 and an IPv6 address; on Linux all of 127.x is loopback. */
function giveLocalhostTwoAddresses(): string[] {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    process.platform === 'linux'
      ? { address: '127.0.0.2', family: 4 }
      : { address: '::1', family: 6 },
  ]
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: unknown[]) => {
    const callback = rest.at(-1) as (...found: unknown[]) => void
    callback(null, host === 'localhost' ? addresses : [{ address: host, family: isIP(host) }])
  }) as never)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  return addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
}

const options = {
  publicUrl: 'http://localhost',
  storeOrigins: [],
  trustProxy: false,
  logLevel: 'silent',
  validateResponses: true,
} as const

test('the server listens on every address of localhost, and closes all of them', async () => {
  const hosts = giveLocalhostTwoAddresses()
  const app = await createFastify(options)
  app.get('/here', async (_request, reply) => reply.send({ here: true }))
  await app.listen({ host: 'localhost', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const request = (host: string) => fetch(`http://${host}:${port}/here`)
  for (const host of hosts) expect((await request(host)).status, host).toBe(200)
  await app.close()
  await Promise.all(hosts.map((host) => expect(request(host), host).rejects.toThrow()))
})

test('a request that arrives while the server stops gets 503 with Retry-After, one in flight finishes', async () => {
  const app = await createFastify(options)
  const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/slow', async (_request, reply) => {
    arrived.resolve()
    await finish.promise
    return reply.send({ here: true })
  })
  // The server still listens then.
  const late = Promise.withResolvers<Response>()
  app.addHook('preClose', async () => fetch(`${url}/slow`).then(late.resolve, late.reject))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const inFlight = fetch(`${url}/slow`)
  await arrived.promise
  const closed = app.close()
  const { status, headers } = await late.promise
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  finish.resolve()
  expect((await inFlight).status).toBe(200)
  await closed
})
