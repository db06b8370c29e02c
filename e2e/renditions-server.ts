import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { port } from './ports.ts'

/** A second server, which makes renditions: `e2e/serve.ts` turns them off for all other tests. */

const ownPort = port + 1
const fixtureServer = `http://localhost:${ownPort + 10_000}`
export const renditionsUrl = `http://localhost:${ownPort}`

/** Returns a function that stops it. */
export async function startRenditionsServer(): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
    env: {
      ...process.env,
      E2E_PORT: String(ownPort),
      PORT: String(ownPort),
      RENDITIONS: 'on',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(fixtureServer).then(
      () => true,
      () => false,
    )
  await expect.poll(isReady, { timeout: 100_000 }).toBe(true)
  return async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

export async function signInThere(request: APIRequestContext): Promise<void> {
  const data = { displayName: 'Ines Calder', email: `${randomUUID()}@e2e.example` }
  expect((await request.post(`${fixtureServer}/sessions`, { data })).ok()).toBe(true)
}
