import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { preferNoContent } from '#contract/limits.ts'
import { startTestApp } from './testing/app.ts'
import { setUpTestApp } from './testing/set-up.ts'

const app = setUpTestApp()

test('the health checks report a live and ready server', async () => {
  expect((await app.visitor('GET', '/healthz')).status).toBe(200)
  const ready = await app.visitor('GET', '/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
})

test('an unknown API path gets a JSON error, an unknown page gets a page', async () => {
  const call = await app.visitor('GET', '/api/nothing')
  expect([call.status, await call.json()]).toEqual([404, { message: 'Not found' }])
  const page = await app.visitor('GET', '/nothing')
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<title>404 Page Not Found · Soundpost</title>')
  const profile = await app.visitor('GET', '/profile/nobody-by-this-name')
  expect(profile.status).toBe(404)
  expect(await profile.text()).toContain('<title>User not found · Soundpost</title>')
})

test('a malformed URL gets the not-found page, and a JSON error in the API or if asked for', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  for (const path of ['/track/%zz', '/%', '/playlist/%E0%A4?x=1', '/apix/%zz']) {
    const page = await app.visitor('GET', path, { headers })
    expect([path, page.status]).toEqual([path, 400])
    expect(await page.text()).toContain('<title>404 Page Not Found · Soundpost</title>')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-frame-options': 'DENY',
      vary: 'accept',
    })
  }
  const others = [
    app.visitor('GET', '/api/tracks/slug/%zz', { headers }),
    app.visitor('GET', '/oidc/%zz', { headers }),
    app.visitor('POST', '/track/%zz', { headers }),
    app.visitor('GET', '/track/%zz', { headers: { accept: 'application/json' } }),
  ]
  for (const response of await Promise.all(others))
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The URL is not valid.' },
    ])
})

test('every response has the security headers and a request id', async () => {
  const paths = ['/', '/api/tracks', '/api/nothing', '/nothing', '/healthz', '/oidc/nothing']
  for (const path of paths) {
    const { headers } = await app.visitor('GET', path)
    expect(headers.get('content-security-policy'), path).toContain(
      "default-src 'none';script-src 'self'",
    )
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(Object.fromEntries(headers), path).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers.get('x-request-id'), path).toMatch(/^[\w-]{12}$/)
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

test.each([
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['an opaque origin', { origin: 'null' }],
])('a write from %s is rejected', async (_, headers) => {
  const response = await app.visitor('POST', '/api/playlists', { body: { title: 'x' }, headers })
  expect([response.status, await response.json()]).toEqual([
    403,
    { message: 'This request comes from another site.' },
  ])
})

test('the API accepts only JSON bodies', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const response = await fetch(`${app.url}/api/playlists`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'title=x',
    })
    expect(response.status, type).toBe(415)
    expect(((await response.json()) as { message: string }).message).toMatch(/must be JSON/)
  }
})

test.each([
  ['{"title": ', 400, 'The body is not valid JSON.'],
  ['{"__proto__": {"x": 1}, "title": "x"}', 400, 'The body is not valid JSON.'],
  [JSON.stringify({ title: 'x'.repeat(70_000) }), 413, 'The body is too large.'],
])('an invalid body gets an error in one sentence', async (body, status, message) => {
  const response = await fetch(`${app.url}/api/tracks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect([response.status, await response.json()]).toEqual([status, { message }])
})

test('the OpenAPI document lists the routes', async () => {
  const document = await readDocument()
  expect(document.openapi).toBe('3.1.0')
  const call = document.paths['/api/auth/user']?.['get']
  expect(call?.operationId).toBe('getCurrentUser')
  expect(Object.keys(call?.responses ?? {})).toEqual([
    '200',
    '204',
    '400',
    '401',
    '403',
    '429',
    '500',
    '503',
  ])
  const page = await app.visitor('GET', '/api/docs', { redirect: 'follow' })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('theme/mark.svg')
  const mark = await app.visitor('GET', '/api/docs/static/theme/mark.svg')
  const logo = Buffer.from(await mark.text()).toString('base64')
  const script = await app.visitor('GET', '/api/docs/static/swagger-initializer.js')
  expect(await script.text()).toContain(`data:image/svg+xml;base64,${logo}`)
})

test('the OpenAPI document describes binary bodies and responses', async () => {
  const { paths, components } = await readDocument()
  const [track, playlist] = [paths['/api/tracks/slug/{slug}'], paths['/api/playlists']]
  expect(track?.['get']?.responses['200']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/TrackDetail' } },
  })
  expect(Object.keys(components.schemas['TrackDetail']?.properties ?? {})).toContain('likeCount')
  expect(playlist?.['post']?.requestBody?.required).toBe(true)
  expect(paths['/api/objects/upload']?.['post']?.requestBody?.required).toBe(false)
  const sending = paths['/api/objects/upload/{*}']?.['put']
  expect(Object.keys(sending?.requestBody?.content ?? {})).toEqual(['application/octet-stream'])
  const refused = paths['/api/callback']?.['get']?.responses['400']
  expect(Object.keys(refused?.content ?? {})).toEqual(['text/html'])
})

async function readDocument() {
  type Body = { required?: boolean; content?: Record<string, unknown> }
  type Operation = { operationId: string; requestBody?: Body; responses: Record<string, Body> }
  const response = await app.visitor('GET', '/api/openapi.json')
  return (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, { properties?: object }> }
  }
}

test('GET /api/auth/user returns 401 to anonymous callers, or 204 if the request prefers it', async () => {
  expect((await app.visitor('GET', '/api/auth/user')).status).toBe(401)
  const headers = { [preferNoContent.name]: preferNoContent.value }
  const response = await app.visitor('GET', '/api/auth/user', { headers })
  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
})

test('a caller above the rate limit gets 429 and Retry-After', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01' } })
  try {
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await limited.visitor('GET', '/api/tracks')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const { headers } = await limited.visitor('GET', '/api/tracks')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(200)
    expect((await limited.visitor('GET', '/')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test('the API documentation is rate limited', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01' } })
  try {
    const statuses: number[] = []
    for (const path of ['/api/docs/json', '/api/openapi.json', '/api/docs/', '/api/docs/json'])
      statuses.push((await limited.visitor('GET', path)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await limited.visitor('GET', '/api/openapi.json')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
  } finally {
    await limited.close()
  }
})

test('API documentation: it is complete after the code that renders pages has brought its schemas', async () => {
  const site = await startTestApp()
  onTestFinished(() => site.close())
  const schemas = new Map(z.globalRegistry._idmap)
  onTestFinished(() => void Object.assign(z.globalRegistry, { _idmap: schemas }))
  z.strictObject({}).meta({ id: 'UserSummary' })
  const response = await site.visitor('GET', '/api/openapi.json')
  expect(response.status).toBe(200)
})

test('the rate limit counts an IPv6 network as one address', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '1' } })
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await limited.visitor('GET', '/api/tracks', { headers })).status
  }
  try {
    for (let i = 1; i <= 3; i++) expect(await from(`2001:db8:1:2::${i}`)).toBe(200)
    expect(await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    for (let i = 1; i <= 3; i++) expect(await from('192.0.2.7')).toBe(200)
    expect(await from('::ffff:192.0.2.7')).toBe(429)
  } finally {
    await limited.close()
  }
})

test('shutdown does not wait for a connection without a request', async () => {
  const closing = await startTestApp()
  const silent = connect(Number(new URL(closing.url).port), '127.0.0.1')
  await once(silent, 'connect')
  const ended = once(silent, 'close')
  await closing.close()
  await ended
  expect(silent.destroyed).toBe(true)
}, 20_000)

test('shutdown waits for a response in flight', async () => {
  const closing = await startTestApp()
  const response = closing.visitor('GET', '/api/discover')
  await once(closing.app.server, 'request')
  const closed = closing.close()
  expect((await response).status).toBe(200)
  await closed
}, 20_000)
