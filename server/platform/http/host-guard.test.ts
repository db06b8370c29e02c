import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const app = setUpTestApp()

/** GETs a URL with this Host header; with node:http, because fetch does not permit setting it. */
async function getWithHost(url: string, host: string, headers: Record<string, string> = {}) {
  const sent = request(url, { headers: { ...headers, host } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

const secret = { SESSION_SECRET: 'a secret that only tests know, and it is long' }
const foreign = ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.nip.io']
const odd = ['a b', 'x@localhost', '[::1', 'evil.example#localhost', '127.0.0.1.evil.example:80']

test.each([...foreign, ...odd])('a request for the host %j is refused with 421', async (host) => {
  for (const path of ['/', '/api/discover', '/api/tracks', '/oidc/jwks', '/api/openapi.json']) {
    const { status, body } = await getWithHost(app.url + path, host)
    expect([path, status]).toEqual([path, 421])
    expect(JSON.parse(body)).toEqual({
      message:
        'This server does not serve that host name: its administrator can set PUBLIC_URL to it.',
    })
  }
})

test.each([
  ...['localhost', 'LOCALHOST:3000', 'localhost.', 'soundpost.localhost:8080'],
  ...['127.0.0.1', '127.0.0.1:3000', '192.168.1.20:3000', '[::1]:3000', '[2001:db8::7]'],
  ...['soundpost-1:3000', 'nas'],
])('a request for the host %j is served without PUBLIC_URL', async (host) => {
  expect((await getWithHost(`${app.url}/api/tracks`, host)).status).toBe(200)
})

test.each([
  ['two Host headers', 400, 'GET /api/tracks HTTP/1.1\r\nHost: localhost\r\nHost: evil.example'],
  ['no Host header', 400, 'GET /api/tracks HTTP/1.1'],
  ['no Host header in HTTP/1.0', 200, 'GET /api/tracks HTTP/1.0'],
  [
    'a foreign host in its target',
    421,
    'GET http://evil.example/api/tracks HTTP/1.1\r\nHost: localhost',
  ],
  [
    'its own host in its target',
    200,
    'GET http://localhost/api/tracks HTTP/1.1\r\nHost: localhost',
  ],
])('the Host header: a request with %s gets %i', async (_what, status, head) => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  const response = await text(socket)
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  if (status === 400)
    expect(response).toContain('{"message":"The request must have one Host header."}')
})

test('health checks respond for any host', async () => {
  for (const path of ['/healthz', '/readyz', '/healthz?x=1'])
    expect((await getWithHost(app.url + path, 'probe.example')).status).toBe(200)
})

test('with PUBLIC_URL its host and subdomains of it are served, and no other name', async () => {
  const env = { ...secret, PUBLIC_URL: 'https://music.example.org' }
  const site = await startTestApp({ env })
  onTestFinished(site.close)
  const statusFor = async (host: string) =>
    (await getWithHost(`${site.url}/api/tracks`, host)).status
  for (const host of ['music.example.org', 'Music.Example.org:443', 'www.music.example.org'])
    expect([host, await statusFor(host)]).toEqual([host, 200])
  for (const host of ['example.org', 'evilmusic.example.org', 'music.example.org.evil.example'])
    expect([host, await statusFor(host)]).toEqual([host, 421])
})

test('a forwarded host counts only from a trusted proxy', async () => {
  const env = { ...secret, PUBLIC_URL: 'https://music.example.org' }
  const headers = { 'x-forwarded-host': 'music.example.org' }
  for (const [trust, status] of [
    ['1', 200],
    ['loopback', 200],
    ['10.0.0.1', 421],
    ['0', 421],
  ] as const) {
    const site = await startTestApp({ env: { ...env, TRUST_PROXY: trust } })
    onTestFinished(site.close)
    const response = await getWithHost(`${site.url}/api/tracks`, 'app.internal.example', headers)
    expect([trust, response.status]).toEqual([trust, status])
  }
})
