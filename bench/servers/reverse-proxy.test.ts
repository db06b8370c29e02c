import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { locate } from '../runner/tools.ts'
import { startReverseProxy } from './reverse-proxy.ts'

const sentence = 'The site is not available right now. Please try again in a moment.'

test('nginx with deploy/nginx.conf and no server behind it: pages get an HTML error, API calls get JSON', async ({
  annotate,
}) => {
  const nginx = locate('nginx')
  if (!nginx) return void (await annotate('There is no nginx here: its file was not tried.'))
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const servers = [`http://127.0.0.1:${await freePort()}`]
  const proxy = await startReverseProxy({ nginx, folder, port: await freePort(), servers })
  onTestFinished(proxy.close)

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
})

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
