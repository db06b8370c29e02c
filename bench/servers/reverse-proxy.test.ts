import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openS3 } from '#server/platform/objects/s3.ts'
import { startLaxS3 } from '#server/testing/lax-s3.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { startTestProxy } from './test-proxy.ts'

const sentence = 'The site is not available right now. Please try again in a moment.'

test(
  'nginx with deploy/nginx.conf and no server behind it: pages get an HTML error, API calls get JSON',
  needsProgram('nginx'),
  async () => {
    const proxy = await startTestProxy()

    for (const page of ['/discover', '/api/login?returnTo=/'])
      expect(await fetchRaw(proxy.url + page)).toEqual({
        status: 503,
        type: 'text/html',
        body: expect.stringMatching(new RegExp(`^<!doctype html>.*<p>${sentence}</p>`)),
      })
    for (const call of ['/api/tracks', '/api/tracks/1/audio', '/api/objects/upload/1'])
      expect(await fetchRaw(proxy.url + call)).toEqual({
        status: 503,
        type: 'application/json',
        body: JSON.stringify({ message: sentence }),
      })
    expect(await fetchRaw(`${proxy.url}/api/objects/upload/1`, 102 * 1024 * 1024)).toEqual({
      status: 413,
      type: 'application/json',
      body: JSON.stringify({ message: 'File size must be less than 100MB' }),
    })
  },
)

test(
  'nginx with deploy/nginx.conf logs no credentials of music apps, also when it fails',
  needsProgram('nginx'),
  async () => {
    const proxy = await startTestProxy()
    for (const method of ['ping', 'stream.view', 'getCoverArt'])
      expect((await fetch(`${proxy.url}/rest/${method}?u=ines&p=of-an-app`)).status).toBe(503)
    await proxy.close()
    const readLog = (name: string) => readFile(path.join(proxy.folder, name), 'utf8')
    const requests = await readLog('access.log')
    const errors = await readLog('error.log')
    expect(requests).toMatch(/"GET \/rest\/stream\.view HTTP\/1\.1" 503 /)
    expect(requests + errors).not.toMatch(/ines|of-an-app/)
  },
)

test(
  'nginx with deploy/store.conf removes what browsers add to a presigned URL, and no header of a server',
  needsProgram('nginx'),
  async () => {
    // A simulation of a store that obeys unsigned headers.
    const lax = await startLaxS3({ bucket: 'files' })
    onTestFinished(lax.stop)
    const { endpoint: store = '' } = lax.config
    const front = await startTestProxy({ store })

    const local = { publicUrl: front.url, secret: 'a secret' }
    const objects = await openS3({ ...lax.config, endpoint: front.url }, local)
    onTestFinished(() => objects.close())
    await objects.write('audio/private.mp3', Buffer.from('private'), { contentType: 'audio/mpeg' })
    expect(await objects.copy('audio/private.mp3', 'audio/copy.mp3', { contentType: 'a/b' })).toBe(
      true,
    )

    const file = { size: 3, contentType: 'audio/mpeg' }
    const url = await objects.presignedUploadUrl('uploads/x', { expiresInSeconds: 60, file })
    expect(url, 'the upload is direct, because no header comes through').toContain(
      '/files/uploads/x?',
    )
    const copySource = { 'x-amz-copy-source': '/files/audio/private.mp3' }
    const authorization = {
      authorization: 'AWS4-HMAC-SHA256 Credential=own/20300101/x/s3/aws4_request',
    }
    for (const [address, headers] of [
      [url, copySource],
      [url, { ...copySource, ...authorization }],
      [url.replace('X-Amz-Signature', 'X%2DAmz%2DSignature'), { ...copySource, ...authorization }],
    ] as const) {
      const type = { 'content-type': 'audio/mpeg' }
      await fetch(address, { method: 'PUT', body: 'own', headers: { ...type, ...headers } })
      expect(lax.objects.get('uploads/x')?.bytes.toString() ?? 'own').toBe('own')
    }
    expect(lax.objects.get('uploads/x')?.type).toBe('audio/mpeg')
    const download = { contentType: 'audio/ogg', expiresInSeconds: 60, isPublic: false }
    const address = (await objects.presignedDownloadUrl('audio/copy.mp3', download)) ?? ''
    expect(await (await fetch(address)).text()).toBe('private')
  },
)

test.each([
  ['a browser', 'X-Amz-Signature=1', {}],
  ['a server', '', { authorization: 'AWS4-HMAC-SHA256 Credential=own/20300101/x/s3/aws4_request' }],
])(
  'nginx with deploy/store.conf: the store gets no cookie of %s, and only named headers of browsers',
  needsProgram('nginx'),
  async (who, query, own) => {
    const echo = createServer((incoming, response) =>
      response.end(JSON.stringify(incoming.headers)),
    )
    echo.listen(0, '127.0.0.1')
    await once(echo, 'listening')
    onTestFinished(() => void echo.close())
    const store = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
    const front = await startTestProxy({ store })
    const sent = { cookie: 'sid=secret', range: 'bytes=0-1', 'x-amz-acl': 'public-read', ...own }
    const response = await fetch(`${front.url}/files/audio/x?${query}`, { headers: sent })
    const headers = (await response.json()) as Record<string, string>
    expect(headers).toMatchObject({ host: new URL(front.url).host, range: 'bytes=0-1', ...own })
    expect(headers).not.toHaveProperty('cookie')
    if (who === 'a browser') expect(Object.keys(headers).toSorted()).toEqual(['host', 'range'])
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

/** With a length, announces a file and sends none of it. */
async function fetchRaw(url: string, length?: number) {
  const options = length ? { method: 'PUT', headers: { 'content-length': length } } : {}
  const sending = request(url, { ...options, agent: false })
  if (length) sending.flushHeaders()
  else sending.end()
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  const found = {
    status: response.statusCode,
    type: response.headers['content-type'],
    body: await text(response),
  }
  sending.on('error', () => {}).destroy()
  return found
}
