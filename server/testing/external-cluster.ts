import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { findBinaries } from '../platform/postgres/binaries.ts'
import { childEnvironment, dropPrivileges } from '../platform/postgres/drop-privileges.ts'

export type ExternalCluster = {
  directory: string
  port: number
  /** Runs statements as superuser in this database. */
  run(database: string, ...statements: string[]): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL as operators run it: any encoding, any access rules, and a superuser who may log in. */
export async function startExternalCluster(accessRules: string): Promise<ExternalCluster> {
  const directory = mkdtempSync(path.join(tmpdir(), 'soundpost-external-'))
  const binaries = findBinaries()
  const launcher = dropPrivileges(directory, binaries)
  if (launcher.account) chownSync(directory, launcher.account.uid, launcher.account.gid)
  const options = ['-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']
  const initdb = launcher.command(binaries.initdb, ['-D', directory, ...options])
  const made = spawnSync(initdb.file, initdb.args, {
    ...initdb.account,
    cwd: '/',
    env: childEnvironment,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stderr)
  const superuserRule = 'host all postgres 127.0.0.1/32 trust\n'
  writeFileSync(path.join(directory, 'pg_hba.conf'), superuserRule + accessRules)
  return start(directory)
}

/** A streaming replica. The access rules of the primary must allow replication. */
export async function startStandby(primary: ExternalCluster): Promise<ExternalCluster> {
  const directory = mkdtempSync(path.join(tmpdir(), 'soundpost-standby-'))
  const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: 'postgres' })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // As the unprivileged user who runs PostgreSQL owns them, which Node's own copy does not preserve.
  execFileSync('cp', ['-a', `${primary.directory}/.`, directory])
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await client.end()
  rmSync(path.join(directory, 'postmaster.pid'))
  const { uid, gid } = statSync(path.join(primary.directory, 'PG_VERSION'))
  for (const [name, content] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(path.join(directory, name), content)
    chownSync(path.join(directory, name), uid, gid)
  }
  const source = `host=127.0.0.1 port=${primary.port} user=postgres`
  return start(directory, [`primary_conninfo=${source}`])
}

async function start(
  directory: string,
  furtherSettings: readonly string[] = [],
): Promise<ExternalCluster> {
  const binaries = findBinaries()
  const launcher = dropPrivileges(directory, binaries)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    ...furtherSettings,
  ]
  const { file, args, account } = launcher.command(binaries.postgres, [
    ...['-D', directory, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(file, args, { ...account, cwd: '/', env: childEnvironment, stdio: 'ignore' })
  const run = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await vi.waitFor(() => run('postgres'), { timeout: 30_000, interval: 50 })
  return {
    directory,
    port,
    run,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
