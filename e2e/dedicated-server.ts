import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { port } from './ports.ts'

/** A server of its own for tests of other settings. `offset` from the port of all others is different in each file. */
export function dedicatedServer(offset: number, settings: Record<string, string>) {
  const ownPort = port + offset
  const fixtureServer = `http://localhost:${ownPort + 10_000}`
  const isReady = () =>
    fetch(fixtureServer).then(
      () => true,
      () => false,
    )
  return {
    url: `http://localhost:${ownPort}`,
    /** Returns a function that stops it. */
    async start(): Promise<() => Promise<void>> {
      const server = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
        env: {
          ...process.env,
          E2E_PORT: String(ownPort),
          PORT: String(ownPort),
          RATE_LIMIT_SCALE: '1000',
          ADMIN_PASSWORD: 'correct horse battery',
          LOG_LEVEL: 'warn',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await expect.poll(isReady, { timeout: 100_000 }).toBe(true)
      return async () => {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
    },
    async signIn(request: APIRequestContext, email = `${randomUUID()}@e2e.example`): Promise<void> {
      const data = { displayName: 'Ines Calder', email }
      expect((await request.post(`${fixtureServer}/sessions`, { data })).ok()).toBe(true)
    },
  }
}
