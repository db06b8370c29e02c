import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hasControlCharacters } from './platform/http/control-characters.ts'
import { type Caller, startTestApp } from './testing/app.ts'
import { makeUser } from './testing/factories.ts'
import { setUpTestApp } from './testing/set-up.ts'

const log: string[] = []
let asUser: Caller
const app = setUpTestApp({ log })
beforeAll(async () => {
  asUser = await app.as(await makeUser(app.postgres.db))
})
beforeEach(() => log.splice(0))

const listening = /Server listening/
const logged = () => log.filter((line) => !listening.test(line))

/** Percent-encoded control characters, which no input needs. */
const hostile = ['%00', '%01', '%1b', '%7F']

test.each(hostile)(
  'control characters: a page with %s in its address is not found',
  async (sign) => {
    for (const path of [`/track/${sign}`, `/profile/x${sign}`, `/playlist/${sign}y`, `/${sign}`])
      for (const address of [path, `/?q=${sign}`]) {
        const response = await app.visitor('GET', address)
        expect([address, response.status]).toEqual([address, 404])
        expect(response.headers.get('content-type')).toContain('text/html')
      }
    expect(logged()).toEqual([])
  },
)

test.each(hostile)(
  'control characters: a query with %s is rejected with one sentence',
  async (sign) => {
    for (const path of [
      '/api/search?q=',
      '/api/tracks?cursor=',
      '/oidc/auth?client_id=',
      '/api/docs/json?x=',
    ]) {
      const response = await app.visitor('GET', path + sign)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        { message: 'The URL contains a control character.' },
      ])
    }
    for (const path of ['/api/login?returnTo=/', '/api/callback?code=x&state='])
      expect((await app.visitor('GET', path + sign)).status, path).toBe(400)
    const paths = [
      '/api/tracks/slug/',
      '/api/users/',
      '/api/objects/upload/',
      '/oidc/auth/',
      '/oidc/',
    ]
    for (const path of paths) expect((await app.visitor('GET', path + sign)).status, path).toBe(404)
    expect(logged().filter((line) => !line.includes('"level":30'))).toEqual([])
  },
)

test.each(['/%61pi/tracks', '/api/%74racks', '/%6Fidc/jwks', '/oidc/%6awks', '/api/users/%2d'])(
  'URLs: the encoded letter in %s leads to no route, whose guards could be passed with it',
  async (path) => {
    for (const method of ['GET', 'POST'])
      expect((await app.visitor(method, path)).status, method).toBe(404)
    expect(logged()).toEqual([])
  },
)

test.each(['\0', '\x01', '\x1b', '\x7f'])(
  'control characters: JSON with %j is rejected',
  async (sign) => {
    const bodies: [string, unknown][] = [
      ['/api/playlists', { title: `a${sign}b` }],
      ['/api/playlists', { title: 'Rain', description: `a${sign}` }],
      ['/api/objects/upload', { name: sign }],
    ]
    for (const [path, body] of bodies) {
      const response = await asUser('POST', path, { body })
      expect([response.status, await response.json()]).toEqual([
        400,
        { message: expect.stringMatching(/^[^.]+\.?$/) },
      ])
    }
    const spaces = { title: 'Tabs\tand\nlines', description: 'one\r\ntwo\v\fthree \\u0000' }
    expect((await asUser('POST', '/api/playlists', { body: spaces })).status).toBe(201)
    expect(logged()).toEqual([])
  },
)

test('control characters: JSON that is nested deeper than the call stack is checked', () => {
  const nested = (inner: string) => `${'['.repeat(30_000)}${inner}${']'.repeat(30_000)}`
  expect(hasControlCharacters(JSON.parse(nested('"a"')))).toBe(false)
  expect(hasControlCharacters(JSON.parse(nested('"\\u0000"')))).toBe(true)
})

test.each(hostile)('control characters: a form with %s is rejected', async (sign) => {
  const post = (path: string, body: string) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  for (const path of [
    '/oidc/token',
    '/oidc/auth',
    '/oidc/session/end',
    '/oidc/session/end/confirm',
  ])
    for (const field of ['client_id', 'state', 'id_token_hint']) {
      const response = await post(path, `grant_type=authorization_code&${field}=${sign}`)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        { message: 'The form contains a character that cannot be stored.' },
      ])
    }
  expect((await post('/oidc/interaction/x/sign-in', `email=${sign}`)).status).toBe(400)
  expect(logged().filter((line) => !line.includes('"level":30'))).toEqual([])
})

test('control characters: in tokens and encoded credentials they reach no query', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'HS256' })}.${part({ iss: '\0', sub: '\0', aud: '\0', jti: '\0' })}.x`
  const basic = (id: string) => `Basic ${Buffer.from(`${id}:x`).toString('base64')}`
  const assertion = new URLSearchParams({
    grant_type: 'authorization_code',
    client_assertion: token,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const statuses = await Promise.all([
    ...['%00', '\0', '\x01'].map((id) =>
      fetch(`${app.url}/oidc/token`, {
        method: 'POST',
        headers: { ...form, authorization: basic(id) },
        body: 'grant_type=authorization_code',
      }),
    ),
    fetch(`${app.url}/oidc/token`, { method: 'POST', headers: form, body: assertion }),
    fetch(`${app.url}/oidc/session/end?id_token_hint=${token}`, { redirect: 'manual' }),
    fetch(`${app.url}/oidc/me`, { headers: { authorization: `Bearer ${token}` } }),
  ])
  for (const { status, url } of statuses) expect([url, status < 500]).toEqual([url, true])
  expect(logged().filter((line) => !line.includes('"level":30'))).toEqual([])
})

test.each(['sid', 'login', 'listener', 'theme', 'provider_session', 'provider_form'])(
  'control characters: a cookie %s that contains them is ignored',
  async (name) => {
    const headers = { cookie: `${name}=%00%01; ${name}.sig=%00` }
    for (const path of ['/', '/api/tracks', '/oidc/session/end', '/oidc/interaction/x'])
      expect((await app.visitor('GET', path, { headers })).status, path).toBeLessThan(500)
    expect((await app.visitor('GET', '/api/auth/user', { headers })).status).toBe(401)
    expect(logged().filter((line) => !line.includes('"level":30'))).toEqual([])
  },
)

test.each([
  ['a NUL in the path', 'GET /track/\0 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: \0\r\n\r\n'],
  ['an escape in a cookie', 'GET / HTTP/1.1\r\nHost: localhost\r\nCookie: sid=\x1b\r\n\r\n'],
  ['a NUL in a field name', 'GET / HTTP/1.1\r\nHost: localhost\r\nX\0: 1\r\n\r\n'],
])('control characters: a request with %s is rejected as invalid HTTP', async (_, request) => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(Buffer.from(request, 'latin1'))
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('{"message":"The request is not valid HTTP."}')
  expect(logged()).toEqual([])
})

test('pages and unknown paths are rate limited per address, with one sentence and Retry-After', async () => {
  const limited = await startTestApp({
    env: { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: 'loopback' },
  })
  const from = (ip: string, path: string) =>
    limited.visitor('GET', path, { headers: { 'x-forwarded-for': ip } })
  try {
    for (const path of ['/track/x', '/profile/x', '/playlist/x', '/nothing'])
      for (let i = 0; i < 3; i++) expect((await from('192.0.2.1', path)).status).toBe(404)
    const refused = await from('192.0.2.1', '/track/x')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('<p>Too many requests. Please wait a moment')
    const call = await from('192.0.2.1', '/api/nothing')
    expect([call.status, await call.json()]).toEqual([429, { message: expect.any(String) }])
    expect((await from('192.0.2.2', '/track/x')).status).toBe(404)
  } finally {
    await limited.close()
  }
})

test('every address of the provider is rate limited', async () => {
  const limited = await startTestApp({
    env: { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: 'loopback' },
  })
  const paths = ['/oidc/jwks', '/oidc/.well-known/openid-configuration', '/oidc/interaction/x']
  try {
    for (const [index, path] of paths.entries()) {
      const headers = { 'x-forwarded-for': `192.0.2.${index}` }
      for (let i = 0; i < 6; i++)
        expect((await limited.visitor('GET', path, { headers })).status).not.toBe(429)
      const refused = await limited.visitor('GET', path, { headers })
      expect([path, refused.status]).toEqual([path, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  } finally {
    await limited.close()
  }
})
