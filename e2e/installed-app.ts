import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { port } from './ports.ts'

/** Waits until the service worker has stored the build and controls the page. */
export async function serviceWorkerReady(page: Page) {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(state, { timeout: 60_000, intervals: [100] }).toBe('activated')
}

/** Gets no response. */
export const silentPath = '/assets/silent.js'

/** The server under test behind a proxy, on an origin of its own, that can deploy another version of the web. */
export async function startDeployments() {
  let deployed: { serviceWorker: (script: string) => string; missing: RegExp } | undefined
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url === silentPath) return
    if (deployed?.missing.test(incoming.url ?? '')) return void outgoing.writeHead(404).end()
    const { method, url, headers } = incoming
    const isWorker = url === '/service-worker.js'
    const upstream = forward({ port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, isWorker ? workerHeaders : response.headers)
      if (!isWorker) return void response.pipe(outgoing)
      let script = ''
      response.setEncoding('utf8').on('data', (text) => (script += text))
      response.on('end', () => outgoing.end(deployed?.serviceWorker(script) ?? script))
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  proxy.listen(0)
  await once(proxy, 'listening')
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deploy(next: typeof deployed) {
      deployed = next
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

const workerHeaders = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }
