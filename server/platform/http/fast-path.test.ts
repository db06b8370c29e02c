import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const strict = { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: 'loopback' }

const sharedHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date').toSorted()

describe('the short way', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ env: strict })
  })
  afterAll(() => test.close())

  const from = (ip: string, headers: Record<string, string> = {}) =>
    test.visitor('GET', '/api/discover', { headers: { 'x-forwarded-for': ip, ...headers } })
  /** With a cookie there might be somebody signed in. */
  const anyCookie = { cookie: 'listener=x' }

  it('answers as the long one does, to the letter', async () => {
    const etag = (await from('192.0.2.1')).headers.get('etag') ?? ''
    const ways = [{}, { 'accept-encoding': 'identity' }, { 'if-none-match': etag }]
    for (const [number, wish] of ways.entries()) {
      const short = await from(`198.51.100.${number}`, wish)
      const long = await from(`203.0.113.${number}`, { ...wish, ...anyCookie })
      expect(sharedHeaders(short)).toEqual(sharedHeaders(long))
      expect([short.status, await short.text()]).toEqual([long.status, await long.text()])
      expect(short.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
      expect(short.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('counts calls by the address behind the proxy, together with the long one', async () => {
    const statuses: number[] = []
    for (const headers of [{}, anyCookie, {}, {}, anyCookie])
      statuses.push((await from('192.0.2.77', headers)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await from('192.0.2.77')
    expect(await refused.json()).toEqual({ message: expect.any(String) })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('192.0.2.78')).status).toBe(200)
  })
})
