import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { needsProgram } from '#server/testing/needs.ts'
import { startTestProxy } from './test-proxy.ts'

test(
  'nginx with deploy/nginx.conf replaces forwarded addresses that a client sends',
  needsProgram('nginx'),
  async () => {
    const echo = createServer((request, response) => response.end(JSON.stringify(request.headers)))
    echo.listen(0, '127.0.0.1')
    await once(echo, 'listening')
    onTestFinished(() => void echo.close())
    const servers = [`http://127.0.0.1:${(echo.address() as AddressInfo).port}`]
    const front = await startTestProxy({ servers })

    const forged = { 'x-forwarded-for': '192.0.2.1, nonsense', forwarded: 'for=192.0.2.1' }
    for (const path of [
      '/',
      '/api/tracks',
      '/api/login',
      '/api/tracks/1/audio',
      '/rest/ping',
      '/rest/stream',
    ]) {
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
  },
)
