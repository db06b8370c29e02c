import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { DatabaseConfig } from '#server/config.ts'
import { runEmbeddedServer } from '#server/platform/postgres/embedded-server.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { toUrl } from '#server/platform/postgres/open.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { ensureSandbox } from '../../scripts/build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: {
      config: DatabaseConfig
      run: string
      /** The port of a local connection pooler through which tests connect. */
      poolerPort?: number
    }
  }
}

const folderPrefix = 'soundpost-tests-'

/**
 * One PostgreSQL for all tests of a run: an embedded one in a temporary folder, or the one that
 * TEST_DATABASE_URL names. The first test that needs a database starts the embedded one.
 */
export default async function setup(project: TestProject) {
  await ensureSandbox()
  const run = runName()
  const temporary = await makeTemporaryFolder()
  const url = process.env['TEST_DATABASE_URL']
  if (url) {
    project.provide('testPostgres', { config: { kind: 'url', url }, run })
    return async () => {
      await dropDatabases(url, run)
      await remove(temporary)
    }
  }
  const config: DatabaseConfig = { kind: 'embedded', directory: path.join(temporary, 'postgres') }
  project.provide('testPostgres', { config, run })
  return () => remove(temporary)
}

/** For a setup that needs the server running before the first test. */
export async function openEmbedded() {
  const temporary = await makeTemporaryFolder()
  const connection = await runEmbeddedServer(path.join(temporary, 'postgres'))
  return { url: toUrl(connection), run: runName(), close: () => remove(temporary) }
}

const runName = () => `test_${process.pid}_${Date.now().toString(36)}`

const GiB = 1024 ** 3

/**
 * Creating and dropping a database takes 50 ms of CPU time in memory, and 250 ms in a file system such as ext4.
 * `npm run test:chaos` uses a disk: what a crash leaves there is what it tests.
 */
function parentFolder(): string {
  const inMemory = '/dev/shm'
  if ((process.env['CHAOS'] ?? 'brief') !== 'brief') return tmpdir()
  if (process.platform !== 'linux' || process.availableMemory() < 6 * GiB) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize < 4 * GiB ? tmpdir() : inMemory
  } catch {
    return tmpdir()
  }
}

/** For all that tests and what they start write to the folder for temporary files. */
function setTemporaryFolder(folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
}

async function makeTemporaryFolder(): Promise<string> {
  const parent = parentFolder()
  await removeAbandoned(parent)
  const temporary = mkdtempSync(path.join(parent, `${folderPrefix}${process.pid}-`))
  chmodSync(temporary, 0o755)
  setTemporaryFolder(path.join(temporary, 'files'))
  return temporary
}

async function remove(temporary: string): Promise<void> {
  await stopAny(folderAt(path.join(temporary, 'postgres')))
  rmSync(temporary, { recursive: true, force: true })
}

/** Removes what killed runs left behind. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid =
      name.startsWith(folderPrefix) && Number(name.slice(folderPrefix.length).split('-')[0])
    // A killed run may have left a file system mounted in its folder.
    if (pid && !isAlive(pid)) await remove(path.join(parent, name)).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function dropDatabases(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [run],
  )
  for (const { datname } of rows)
    await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
}
