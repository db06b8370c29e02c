import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { registerFailures } from './failures.ts'
import { refuseWritesWithoutRoom } from './room-for-writes.ts'

let app: FastifyInstance
let room: number
beforeEach(() => {
  app = Fastify()
  registerFailures(app)
  refuseWritesWithoutRoom(app, (bytes) => bytes <= room)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/*',
    handler: async () => 'done',
  })
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

test('without room nothing is added, and reading, deleting and signing in go on', async () => {
  room = -1
  const refused = await app.inject({ method: 'POST', url: '/api/playlists' })
  expect([refused.statusCode, refused.json()]).toEqual([
    507,
    { message: 'The server has no room left. Please tell its administrator.' },
  ])
  expect(await statusOf('PUT', '/api/tracks/1')).toBe(507)
  expect(await statusOf('GET', '/api/tracks')).toBe(200)
  expect(await statusOf('DELETE', '/api/tracks/1')).toBe(200)
  expect(await statusOf('POST', '/oidc/sign-in')).toBe(200)
})

test('a file that is announced must fit, and one that is too large anyway is left to its own answer', async () => {
  room = 1000
  expect(await statusOf('PUT', '/api/objects/1', 1000)).toBe(200)
  expect(await statusOf('PUT', '/api/objects/1', 1001)).toBe(507)
  room = limits.audioBytes
  expect(await statusOf('PUT', '/api/objects/1', 2 ** 50)).toBe(200)
})
