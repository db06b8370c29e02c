import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { locate } from '../runner/tools.ts'
import { startReverseProxy } from './reverse-proxy.ts'

test('nginx with deploy/nginx.conf replaces forwarded addresses that a client sends', async ({
  annotate,
}) => {
  const nginx = locate('nginx')
  if (!nginx) return void (await annotate('There is no nginx here: its file was not tried.'))
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-front-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const echo = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  onTestFinished(() => void echo.close())
  const servers = [`http://127.0.0.1:${(echo.address() as AddressInfo).port}`]
  const front = await startReverseProxy({ nginx, folder, port: await freePort(), servers })
  onTestFinished(front.close)

  const forged = { 'x-forwarded-for': '192.0.2.1, nonsense', forwarded: 'for=192.0.2.1' }
  for (const path of ['/', '/api/tracks', '/api/login', '/api/tracks/1/audio']) {
    const response = await fetch(front.url.replace('localhost', '127.0.0.1') + path, {
      headers: { ...forged, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    })
    const seen = (await response.json()) as Record<string, string>
    expect([path, seen['x-forwarded-for'], seen['forwarded']]).toEqual([
      path,
      '127.0.0.1',
      undefined,
    ])
    expect(seen['x-forwarded-proto']).toBe('http')
    expect(seen['x-forwarded-host']).toBe(new URL(response.url).host)
  }
})
