import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import { backupLayout } from '#server/platform/backup/manifest.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { allRows, backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { runInProcess, startScript } from '#server/testing/run-script.ts'
import { dataFolder } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-interrupted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const backup = path.join(folder, 'monday')
const layout = backupLayout(backup)

const site = setUpTestSite()
let before: Record<string, string[]>
let keys: string[]
beforeAll(async () => {
  keys = (await createTrackWithFiles(site, 'Salt Marsh')).keys
  before = await allRows(site.db)
  await backUp(site, backup)
})

/** Puts a pipe in the place of a file of the backup; a restore that reads it waits there until it is killed. */
function stopAt(file: string) {
  renameSync(file, `${file}.whole`)
  execFileSync('mkfifo', [file])
  const reached = open(file, 'w')
  return {
    reached,
    async putBack() {
      await (await reached).close()
      renameSync(`${file}.whole`, file)
    },
  }
}

async function rowsOf(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const { DATABASE_URL: url, DATA_DIR = '' } = settings
  const directory = path.join(DATA_DIR, 'postgres')
  const config = url ? { kind: 'url' as const, url } : { kind: 'embedded' as const, directory }
  const postgres = await openPostgres(config, { exclusive: false, log: () => {} })
  const rows = await allRows(postgres.db)
  await postgres.close()
  return rows
}

async function expectRestored(settings: Record<string, string>) {
  expect(await runInProcess(restore, [backup], settings)).toMatchObject({ code: 0 })
  expect(await rowsOf(settings)).toEqual(before)
  expect(await runInProcess(doctor, [], settings)).toEqual({
    code: 0,
    output: 'No problems found.',
  })
}

describe.each(['embedded', 'external'])('restore into an %s database', (kind) => {
  let settings: Record<string, string>
  beforeEach(async () => {
    settings = { DATA_DIR: dataFolder() }
    if (kind === 'embedded') return
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    settings['DATABASE_URL'] = url
  })

  test.each([
    ['the files', () => layout.file(keys[0] ?? '')],
    ['the rows', () => layout.table('tracks')],
  ])(
    'restore: after kill -9 amid %s it starts over when it is run again',
    async (_, file) => {
      const stop = stopAt(file())
      const running = startScript('restore', [backup], settings)
      await stop.reached
      running.kill()
      await running.result()
      await stop.putBack()
      const refused = await runInProcess(doctor, [], settings)
      expect(refused.output).toMatch(/a restore into .* did not complete: run it again/)
      await expectRestored(settings)
    },
    120_000,
  )
})

test('restore: after kill -9 between the commit and the end it only has to be run again', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const settings = { DATA_DIR: dataFolder(), DATABASE_URL: url }
  const stop = stopAt(layout.table('users'))
  const running = startScript('restore', [backup], settings)
  const pipe = await stop.reached
  // Gets the lock when the rows are committed, and what follows waits for it.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  const committed = client.query('lock table users in share update exclusive mode')
  await pipe.writeFile(readFileSync(`${layout.table('users')}.whole`))
  await stop.putBack()
  await committed
  running.kill()
  await running.result()
  await client.end()
  await expectRestored(settings)
  const again = await runInProcess(restore, [backup], { ...settings, DATA_DIR: dataFolder() })
  expect(again.output).toMatch(/^Nothing was restored: the database is not empty/)
}, 120_000)

test('restore: a database that is lost amid the rows is named, and it only has to be run again', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const proxy = await startFaultProxy(new URL(url))
  onTestFinished(proxy.close)
  const settings = { DATA_DIR: dataFolder(), DATABASE_URL: proxy.url }
  const stop = stopAt(layout.table('tracks'))
  const running = runInProcess(restore, [backup], settings)
  const pipe = await stop.reached
  await proxy.inject({ kind: 'refuses' })
  await pipe.writeFile(readFileSync(`${layout.table('tracks')}.whole`))
  await stop.putBack()
  expect(await running).toEqual({
    code: 1,
    output: `Nothing was restored: The connection to the database was lost: try again.\n${settings.DATA_DIR} is partly filled: run the same command again to go on.`,
  })
  await proxy.restore()
  await expectRestored(settings)
}, 60_000)
