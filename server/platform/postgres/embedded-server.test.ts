import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DataDirectoryInUseError } from './describe-error.ts'
import { openPostgres } from './open.ts'
import {
  postmasterPid,
  startOwner,
  type TemporaryFolder,
  temporaryFolder,
} from './testing/processes.ts'

const log = () => {}
const open = (directory: string, exclusive = true) =>
  openPostgres({ kind: 'embedded', directory }, { exclusive, log })
const isRunning = (directory: string) => readdirSync(directory).includes('postmaster.pid')

describe('embedded PostgreSQL', () => {
  let folder: TemporaryFolder
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => folder.remove())

  test('embedded PostgreSQL: the first start creates a complete cluster, and close stops it', async () => {
    const leftover = `${folder.directory}.new-abandoned`
    mkdirSync(leftover)
    const postgres = await open(folder.directory)
    const { rows } = await postgres.pool.query(`
      select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as listens,
        current_setting('server_encoding') as encoding, lower('ÄÉ') as lowered,
        (select rolsuper from pg_roles where rolname = current_user) as superuser`)
    expect(rows).toEqual([
      {
        fsync: 'on',
        checksums: 'on',
        listens: '127.0.0.1',
        encoding: 'UTF8',
        lowered: 'äé',
        superuser: false,
      },
    ])
    expect(statSync(`${folder.directory}.password`).mode & 0o777).toBe(0o600)
    await postgres.close()
    expect(isRunning(folder.directory)).toBe(false)
    expect(readdirSync(path.dirname(folder.directory)).sort()).toEqual([
      'postgres',
      'postgres.log',
      'postgres.password',
      'postgres.reserve',
      'postgres.spare',
    ])
  })

  test('embedded PostgreSQL: a connection without the password is rejected', async () => {
    const postgres = await open(folder.directory)
    const wrong = new URL(postgres.url)
    wrong.password = 'guess'
    await expect(
      openPostgres({ kind: 'url', url: wrong.href }, { exclusive: true, log }),
    ).rejects.toThrow(/The user name or the password is wrong/)
    await postgres.close()
  })

  test('embedded PostgreSQL: a second server is rejected, tools may join, and the last user stops it', async () => {
    const server = await open(folder.directory)
    await expect(open(folder.directory)).rejects.toThrow(DataDirectoryInUseError)
    const tool = await open(folder.directory, false)
    expect(tool.url).toBe(server.url)
    await server.close()
    expect((await tool.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await tool.close()
    expect(isRunning(folder.directory)).toBe(false)
  })

  test('embedded PostgreSQL: the next server finds it running after the first one was killed', async () => {
    const owner = startOwner(folder.directory)
    await vi.waitFor(() => expect(owner.lines).toEqual(['ready']), { timeout: 20_000 })
    const pid = postmasterPid(folder.directory)
    await owner.kill()
    const postgres = await open(folder.directory)
    expect(postmasterPid(folder.directory)).toBe(pid)
    expect((await postgres.pool.query('select * from stored')).rows).toEqual([])
    await postgres.close()
    expect(isRunning(folder.directory)).toBe(false)
  })

  test('embedded PostgreSQL: only one of two servers that start concurrently gets the folder', async () => {
    const owners = [startOwner(folder.directory), startOwner(folder.directory)]
    await vi.waitFor(() => expect(owners.flatMap((owner) => owner.lines)).toHaveLength(2), {
      timeout: 20_000,
    })
    const logLines = owners.flatMap((owner) => owner.lines).sort()
    expect(logLines[0]).toBe('ready')
    expect(logLines[1]).toMatch(/^refused Another server is already running on the database folder/)
  })

  test('embedded PostgreSQL: a pid file that names another running process is ignored', async () => {
    await (await open(folder.directory)).close()
    const { uid, gid } = statSync(folder.directory)
    const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    onTestFinished(() => void other.kill())
    const pidFile = path.join(folder.directory, 'postmaster.pid')
    const lines = [other.pid, folder.directory, 0, 5432, '', '127.0.0.1', '1 1', 'ready']
    writeFileSync(pidFile, lines.join('\n'))
    const postgres = await open(folder.directory)
    expect(postmasterPid(folder.directory)).not.toBe(other.pid)
    await postgres.close()
  })
})

describe('embedded PostgreSQL: startup errors', () => {
  let parent: string
  beforeAll(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'soundpost-postgres-'))
  })
  afterAll(() => rmSync(parent, { recursive: true }))

  test('embedded PostgreSQL: a data folder that cannot be created stops the start with one sentence', async () => {
    writeFileSync(path.join(parent, 'file'), '')
    await expect(open(path.join(parent, 'file', 'data', 'postgres'))).rejects.toThrow(
      /^The folder .*file\/data cannot be written \(ENOTDIR\): set DATA_DIR to a folder that this user may write to\.$/,
    )
  })

  test('embedded PostgreSQL: a folder with other content stops the start and is not changed', async () => {
    mkdirSync(path.join(parent, 'full'))
    writeFileSync(path.join(parent, 'full', 'thesis.txt'), 'mine')
    await expect(open(path.join(parent, 'full'))).rejects.toThrow(
      /contains files that are not a database/,
    )
    expect(readFileSync(path.join(parent, 'full', 'thesis.txt'), 'utf8')).toBe('mine')
  })

  test('embedded PostgreSQL: a cluster without its password stops the start', async () => {
    mkdirSync(path.join(parent, 'lost'))
    writeFileSync(path.join(parent, 'lost', 'PG_VERSION'), '14\n')
    await expect(open(path.join(parent, 'lost'))).rejects.toThrow(/lost\.password is missing/)
  })

  test('embedded PostgreSQL: a cluster of another version stops the start', async () => {
    mkdirSync(path.join(parent, 'old'))
    writeFileSync(path.join(parent, 'old', 'PG_VERSION'), '14\n')
    writeFileSync(path.join(parent, 'old.password'), 'x')
    await expect(open(path.join(parent, 'old'))).rejects.toThrow(/was created by PostgreSQL 14/)
  })
})
