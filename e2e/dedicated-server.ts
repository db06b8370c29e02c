import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, expect } from '@playwright/test'
import { fixturePort, port } from './ports.ts'

const startScript = path.join(import.meta.dirname, '../scripts/start.ts')
const administratorPassword = 'correct horse battery'

/** A server of its own for tests of other settings. `offset` from the port of all others is different in each file. */
export function dedicatedServer(offset: number, settings: Record<string, string>) {
  const url = `http://localhost:${port + offset}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    url,
    administratorPassword,
    /** The page of a new user. */
    async register(browser: Browser, name: string, options: BrowserContextOptions = {}) {
      const page = await browser.newPage({ baseURL: url, ...options })
      await page.goto('/api/login?prompt=create')
      const form = page.getByRole('main')
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('Email').fill(`${crypto.randomUUID()}@e2e.example`)
      await form.getByLabel('Password', { exact: true }).fill('a long enough secret')
      await form.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(`${url}/**`)
      return page
    },
    /** Returns a function that stops it. */
    async start(): Promise<() => Promise<void>> {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'soundpost-e2e-'))
      // A new database of the PostgreSQL that runs already: a server that starts its own takes 2.4 s more of CPU time.
      const created = await fetch(`http://localhost:${fixturePort}/databases`, { method: 'POST' })
      const server = spawn(process.execPath, [startScript], {
        env: {
          ...process.env,
          DATABASE_URL: await created.text(),
          DATA_DIR: dataDir,
          PORT: new URL(url).port,
          RATE_LIMIT_SCALE: '1000',
          ADMIN_PASSWORD: administratorPassword,
          LOG_LEVEL: 'warn',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await expect.poll(isReady, { timeout: 100_000, intervals: [100] }).toBe(true)
      return async () => {
        server.kill('SIGTERM')
        await once(server, 'exit')
        rmSync(dataDir, { recursive: true })
      }
    },
  }
}
