import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { findProgram } from '#server/testing/needs.ts'
import { startReverseProxy } from './reverse-proxy.ts'

type Upstream = { servers?: string[]; store?: string; files?: string }

/** nginx for one test, which needs it, without a server behind it unless the test has one. */
export async function startTestProxy({ servers, ...others }: Upstream = {}) {
  const nginx = findProgram('nginx') ?? ''
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const proxy = await startReverseProxy({
    nginx,
    folder,
    port: await freePort(),
    servers: servers ?? [`http://127.0.0.1:${await freePort()}`],
    ...others,
  })
  onTestFinished(proxy.close)
  return { ...proxy, folder }
}
