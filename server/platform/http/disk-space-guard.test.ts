import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { registerDiskSpaceGuard } from './disk-space-guard.ts'
import { registerErrorHandler } from './error-handler.ts'

let app: FastifyInstance
let freeBytes: number
let logged: { level: number; msg: string; err?: unknown }[]
beforeEach(() => {
  logged = []
  app = Fastify({
    forceCloseConnections: true,
    logger: { stream: { write: (line) => logged.push(JSON.parse(line)) } },
  })
  registerErrorHandler(app)
  registerDiskSpaceGuard(app, {
    hasFreeSpace: (bytes) => bytes <= freeBytes,
    maxBodyBytes: limits.maxAudioBytes,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => {
    body.on('end', () => done(null)).resume()
  })
  for (const url of ['/api/*', '/oidc/*'])
    app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url, handler: async () => 'done' })
})
afterEach(() => app.close())

const statusOf = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  contentLength = 0,
) => {
  const headers = { 'content-length': String(contentLength) }
  return (await app.inject({ method, url, headers })).statusCode
}

test('without disk space nothing is added, while reading, deleting and signing in still work', async () => {
  freeBytes = -1
  const refused = await app.inject({ method: 'POST', url: '/api/playlists' })
  expect([refused.statusCode, refused.json()]).toEqual([
    507,
    { message: 'Storage is full. Please contact the administrator.' },
  ])
  const warning = 40
  const warnings = logged.filter(({ level }) => level >= warning)
  expect(warnings).toMatchObject([{ level: warning, msg: refused.json().message }])
  expect(warnings[0]).not.toHaveProperty('err')
  expect(await statusOf('PUT', '/api/tracks/1')).toBe(507)
  expect(await statusOf('PUT', '/%61pi/tracks/1')).toBe(507)
  expect(await statusOf('GET', '/api/tracks')).toBe(200)
  expect(await statusOf('DELETE', '/api/tracks/1')).toBe(200)
  expect(await statusOf('POST', '/oidc/sign-in')).toBe(200)
})

test('an upload must fit on the disk, and one above the limit is left to its own error', async () => {
  freeBytes = 1000
  expect(await statusOf('PUT', '/api/objects/1', 1000)).toBe(200)
  expect(await statusOf('PUT', '/api/objects/1', 1001)).toBe(507)
  freeBytes = limits.maxAudioBytes
  expect(await statusOf('PUT', '/api/objects/1', 2 ** 50)).toBe(200)
})

test('bytes that other uploads have still to send are reserved until they arrive or the client disconnects', async () => {
  const megabyte = 1_000_000
  const next = async () => (await begin(megabyte)).finish()
  freeBytes = 3.5 * megabyte
  await app.listen({ port: 0 })
  const [one, two] = [await begin(megabyte), await begin(megabyte), await begin(megabyte)]
  expect(await next()).toBe(507)
  // A small request needs no reservation.
  expect(await (await begin(100)).finish()).toBe(200)

  one.sending.destroy()
  await expect.poll(next).toBe(200)
  freeBytes = 2.8 * megabyte
  expect(await next()).toBe(507)
  two.sending.write(Buffer.alloc(megabyte / 2))
  await expect.poll(next).toBe(200)

  freeBytes = 2.2 * megabyte
  expect(await next()).toBe(507)
  expect(await two.finish(megabyte / 2)).toBe(200)
  await expect.poll(next).toBe(200)
})

/** Sends the headers of an upload, and waits until the server has seen them. */
async function begin(bytes: number) {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-length': bytes, 'content-type': 'audio/wav', expect: '100-continue' }
  const sending = request({ port, path: '/api/objects/1', method: 'PUT', headers })
  sending.on('error', () => {})
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>
  responded.catch(() => {})
  await once(sending, 'continue')
  return {
    sending,
    async finish(left = bytes): Promise<number | undefined> {
      sending.end(Buffer.alloc(left))
      const [response] = await responded
      response.resume()
      return response.statusCode
    },
  }
}
