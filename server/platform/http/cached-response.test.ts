import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCachedResponse, negotiate } from './cached-response.ts'

describe('a cached response', () => {
  it('the ETag of a cached response changes only with its body', async () => {
    const [one, same, two] = await Promise.all(['one', 'one', 'two'].map(createCachedResponse))
    expect(one?.etag).toBe(same?.etag)
    expect(one?.etag).not.toBe(two?.etag)
    expect(one?.etag).toMatch(/^"[\w-]+"$/)
  })

  it('a cached response is sent plain, gzipped or as 304, as the request says', async () => {
    const cached = await createCachedResponse({ tracks: 'é' })
    const plain = negotiate(cached, {})
    expect([plain.status, String(plain.body)]).toEqual([200, '{"tracks":"é"}'])
    expect(plain.headers).toMatchObject({ 'content-length': '15', etag: cached.etag })
    const small = negotiate(cached, { 'accept-encoding': 'br, gzip' })
    expect(gunzipSync(small.body ?? '')).toEqual(plain.body)
    expect(small.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(small.body?.length),
    })
    const none = negotiate(cached, {
      'if-none-match': `W/${cached.etag}`,
      'accept-encoding': 'gzip',
    })
    expect([none.status, none.body]).toEqual([304, undefined])
    expect(Object.keys(none.headers)).not.toContain('content-length')
  })
})
