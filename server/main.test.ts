import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accounts } from '#server/cli/accounts.ts'
import {
  administrator,
  createAccount,
  insertAdministrator,
  randomAccount,
  signIn,
} from './testing/accounts.ts'
import { startAuthServer } from './testing/auth-server.ts'
import type { Browser } from './testing/browser.ts'
import { createTestDatabase } from './testing/database.ts'
import { needs } from './testing/needs.ts'
import { runInProcess } from './testing/run-script.ts'
import { dataFolder, isAlive, postmasterPid, startServerProcess } from './testing/server-process.ts'

async function failedStart(dataDir: string, env: Record<string, string>) {
  const server = await startServerProcess(dataDir, env)
  const code = await server.exitCode()
  return { code, lines: server.output().trim().split('\n') }
}

const statusOf = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

test('a server starts, is the only one on its folder, stops, and starts with another SESSION_SECRET', async () => {
  const folder = dataFolder()
  const server = await startServerProcess(folder)
  await server.ready()
  await expect.poll(server.output).toContain(`Soundpost is ready: ${server.url}`)
  const password =
    /Administrator: admin@localhost with the password (\S+)/.exec(server.output())?.[1] ?? ''
  const file = path.join(folder, 'admin-password.txt')
  expect(readFileSync(file, 'utf8').trim()).toBe(password)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const browser = await signIn(server.url, { email: 'admin@localhost', password })
  expect((await browser.call<{ isAdmin: boolean }>('GET', '/api/auth/user')).body.isAdmin).toBe(
    true,
  )
  const user = await createAccount(server.url, randomAccount())
  expect(await statusOf(user)).toBe(200)

  expect(await failedStart(folder, {})).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(
        /^Soundpost did not start: Another server is already running on .*DATA_DIR/,
      ),
    ],
  })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

  const database = postmasterPid(folder)
  server.signal('SIGTERM')
  expect(await server.exitCode()).toBe(0)
  // PostgreSQL exits immediately; how soon its process id is free depends on the system.
  await expect.poll(() => isAlive(database), { timeout: 20_000 }).toBe(false)

  // With the server stopped, the command runs the database itself.
  const args = ['reset-password', 'admin@localhost']
  const { output } = await runInProcess(accounts, args, { DATA_DIR: folder })
  const newPassword = /has the new password (\S+)/.exec(output)?.[1] ?? output

  const again = await startServerProcess(folder, {
    PORT: new URL(server.url).port,
    SESSION_SECRET: 'a secret of thirty-two letters or more',
  })
  await again.ready()
  expect(await statusOf(user)).toBe(401)
  expect((await user.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  await signIn(again.url, { email: 'admin@localhost', password: newPassword })
  await expect
    .poll(again.output)
    .toContain('Administrator: admin@localhost (the initial password is saved in')
  expect(again.output()).not.toContain(password)
}, 240_000)

test('a changed ADMIN_PASSWORD ends the sessions of the administrator, and no others', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { db } = database.postgres
  const SESSION_SECRET = 'a secret of thirty-two letters or more'
  // In this process it signs in as the server does, with hashes that take less CPU time.
  const before = await startAuthServer({ db, sessionSecret: SESSION_SECRET })
  await insertAdministrator(db)
  const admin = await signIn(before.browser(), administrator)
  const user = await createAccount(before.browser(), randomAccount())
  await before.close()

  const ADMIN_PASSWORD = 'another password for tests'
  const { port: PORT } = new URL(before.url)
  const env = { DATABASE_URL: database.url, PORT, SESSION_SECRET, ADMIN_PASSWORD }
  const server = await startServerProcess(dataFolder(), env)
  await server.ready()
  expect([await statusOf(admin), await statusOf(user)]).toEqual([401, 200])
  expect((await admin.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  await signIn(server.url, { ...administrator, password: ADMIN_PASSWORD })
}, 240_000)

// Linux alone has more than one address of its own without settings.
const onLinux = needs(process.platform === 'linux', 'this is not Linux')
test.each([
  ['localhost', 'not reached'],
  ['0.0.0.0', 'reached'],
])('a server with HOST=%s is %s under another address', onLinux, async (HOST, expected) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await insertAdministrator(database.postgres.db)
  const server = await startServerProcess(dataFolder(), { DATABASE_URL: database.url, HOST })
  await server.ready()
  const other = `http://127.0.0.2:${new URL(server.url).port}`
  const answer = await fetch(`${other}/healthz`).catch(() => undefined)
  expect(answer?.ok ? 'reached' : 'not reached').toBe(expected)
})

test('a server that is asked to stop is not ready at once, serves for SHUTDOWN_DELAY, and ends', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await insertAdministrator(database.postgres.db)
  const env = { DATABASE_URL: database.url, SHUTDOWN_DELAY: '3' }
  const server = await startServerProcess(dataFolder(), env)
  await server.ready()
  const status = async (path: string) => (await fetch(server.url + path)).status
  server.signal('SIGTERM')
  const asked = performance.now()
  await expect.poll(() => status('/readyz'), { interval: 20 }).toBe(503)
  expect(performance.now() - asked).toBeLessThan(2000)
  expect(await status('/api/discover')).toBe(200)
  expect(await server.exitCode()).toBe(0)
}, 120_000)

test('a rejection that nothing handles ends the process, and its output has no parameters of the query', async () => {
  const nodeOptions = [
    '--import',
    path.join(import.meta.dirname, 'testing/scripts/reject-query.ts'),
  ]
  const server = await startServerProcess(dataFolder(), {}, { nodeOptions })
  expect(await server.exitCode()).toBe(1)
  expect(server.output()).toContain('"message":"Failed query: select 1"')
  expect(server.output()).not.toContain('ines@')
}, 120_000)

test('an invalid setting fails the start with one sentence, after one about a misspelled name', async () => {
  expect(await failedStart(dataFolder(), { PORT: 'abc', PUBLCI_URL: 'https://x.example' })).toEqual(
    {
      code: 1,
      lines: [
        'PUBLCI_URL is not a setting and has no effect. Do you mean PUBLIC_URL?',
        'Soundpost did not start: PORT must be a number from 1 to 65535.',
      ],
    },
  )
}, 60_000)

test('a time zone that the database reads otherwise fails the start with one sentence', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, TZ_STATS: 'CET' }
  expect(await failedStart(dataFolder(), env)).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^Soundpost did not start: TZ_STATS is CET, .* Europe\/Berlin\.$/),
    ],
  })
}, 60_000)

test('a port in use fails the start with one sentence', async () => {
  const other = createServer().listen(0, 'localhost')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await insertAdministrator(database.postgres.db)
  const env = { DATABASE_URL: database.url, PORT: String(port) }
  expect(await failedStart(dataFolder(), env)).toEqual({
    code: 1,
    lines: [
      `Soundpost did not start: port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    ],
  })
}, 120_000)
