import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCachedResponse, negotiate } from './cached-response.ts'

describe('kept bytes', () => {
  it('have a tag that changes with them alone', async () => {
    const [one, same, two] = await Promise.all(['one', 'one', 'two'].map(createCachedResponse))
    expect(one?.etag).toBe(same?.etag)
    expect(one?.etag).not.toBe(two?.etag)
    expect(one?.etag).toMatch(/^"[\w-]+"$/)
  })

  it('are sent plain, compressed or not at all, as the browser asks', async () => {
    const kept = await createCachedResponse({ tracks: 'é' })
    const plain = negotiate(kept, {})
    expect([plain.status, String(plain.body)]).toEqual([200, '{"tracks":"é"}'])
    expect(plain.headers).toMatchObject({ 'content-length': '15', etag: kept.etag })
    const small = negotiate(kept, { 'accept-encoding': 'br, gzip' })
    expect(gunzipSync(small.body ?? '')).toEqual(plain.body)
    expect(small.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(small.body?.length),
    })
    const none = negotiate(kept, { 'if-none-match': `W/${kept.etag}`, 'accept-encoding': 'gzip' })
    expect([none.status, none.body]).toEqual([304, undefined])
    expect(Object.keys(none.headers)).not.toContain('content-length')
  })
})
