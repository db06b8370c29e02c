import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createCachedResponse, sendCached } from './cached-response.ts'

test('the ETag of a cached response changes only with its body', async () => {
  const [one, same, two] = await Promise.all(['one', 'one', 'two'].map(createCachedResponse))
  expect(one?.etag).toBe(same?.etag)
  expect(one?.etag).not.toBe(two?.etag)
  expect(one?.etag).toMatch(/^"[\w-]+"$/)
})

test('a cached response is sent plain, gzipped or as 304, as the request says', async () => {
  const cached = await createCachedResponse({ tracks: 'é' })
  const app = Fastify()
  app.get('/', (_request, reply) => sendCached(reply, cached))
  const get = (headers = {}) => app.inject({ url: '/', headers })
  const plain = await get()
  expect([plain.statusCode, plain.body]).toEqual([200, '{"tracks":"é"}'])
  expect(plain.headers).toMatchObject({ 'content-length': '15', etag: cached.etag })
  const small = await get({ 'accept-encoding': 'br, gzip' })
  expect(gunzipSync(small.rawPayload)).toEqual(plain.rawPayload)
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip' })
  const none = await get({ 'if-none-match': `W/${cached.etag}`, 'accept-encoding': 'gzip' })
  expect([none.statusCode, none.body]).toEqual([304, ''])
})
