import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const strict = { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: 'loopback' }

const sharedHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date').toSorted()

describe('the fast path', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ env: strict })
  })
  afterAll(() => test.close())

  const from = (ip: string, headers: Record<string, string> = {}) =>
    test.visitor('GET', '/api/discover', { headers: { 'x-forwarded-for': ip, ...headers } })
  /** A request with a cookie goes through Fastify. */
  const anyCookie = { cookie: 'listener=x' }

  it('the fast path sends the same response as Fastify, byte for byte', async () => {
    const etag = (await from('192.0.2.1')).headers.get('etag') ?? ''
    const variants = [{}, { 'accept-encoding': 'identity' }, { 'if-none-match': etag }]
    for (const [number, headers] of variants.entries()) {
      const fast = await from(`198.51.100.${number}`, headers)
      const normal = await from(`203.0.113.${number}`, { ...headers, ...anyCookie })
      expect(sharedHeaders(fast)).toEqual(sharedHeaders(normal))
      expect([fast.status, await fast.text()]).toEqual([normal.status, await normal.text()])
      expect(fast.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
      expect(fast.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('the fast path and Fastify share one rate limit per address behind the proxy', async () => {
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
