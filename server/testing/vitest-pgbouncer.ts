import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureSandbox } from '../../scripts/build.ts'
import { freePort } from './free-port.ts'
import { openEmbedded } from './vitest-postgres.ts'

/** As `vitest-postgres.ts`, with PgBouncer in transaction mode between the tests and PostgreSQL. */
export default async function setup(project: TestProject) {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('PgBouncer is not installed: apt-get install pgbouncer.')
  await ensureSandbox()
  const { url, run, close } = await openEmbedded()
  const pooler = await startPgBouncer(new URL(url))
  project.provide('testPostgres', { config: { kind: 'url', url }, run, poolerPort: pooler.port })
  return async () => {
    await pooler.stop()
    await close()
  }
}

/** The documented minimum, without ignore_startup_parameters; few server connections, so that clients share them. */
const configuration = (server: URL, port: number, logFile: string) => `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
server_idle_timeout = 5
log_connections = 0
log_disconnections = 0
logfile = ${logFile}
`

async function startPgBouncer(server: URL) {
  const directory = mkdtempSync(path.join(tmpdir(), 'soundpost-pgbouncer-'))
  const file = path.join(directory, 'pgbouncer.ini')
  const port = await freePort()
  const logFile = path.join(directory, 'pgbouncer.log')
  writeFileSync(file, configuration(server, port, logFile), { mode: 0o600 })
  const options = ['--quiet', file]
  // PgBouncer refuses to run as root.
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
    )
    for (const name of [directory, file]) chownSync(name, uid ?? 65534, gid ?? 65534)
    options.unshift('--user', 'nobody')
  }
  const child = spawn('pgbouncer', options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const reportCrash = () => console.error(readFileSync(logFile, 'utf8').slice(-2000))
  child.on('exit', reportCrash)
  const url = new URL(server)
  url.port = String(port)
  await waitUntilReady(url.href)
  const stop = async () => {
    child.off('exit', reportCrash)
    child.kill('SIGTERM')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  return { port, stop }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await delay(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
