import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { restore } from '#server/cli/restore.ts'
import { backupLayout } from '#server/platform/backup/manifest.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { pathForKey } from '#server/platform/objects/disk-layout.ts'
import { backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { runInProcess, startScript } from '#server/testing/run-script.ts'
import { dataFolder } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const site = setUpTestSite()
const settings = () => ({ DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url })
let keys: string[]
beforeAll(async () => {
  keys = (await createTrackWithFiles(site, 'Salt Marsh')).keys
})

/** A backup waits at this table until it is unlocked. */
async function lockTable(name: string) {
  const client = new pg.Client({ connectionString: site.postgres.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`lock table ${name} in access exclusive mode`)
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%${name}%'`
  return {
    waiter: () =>
      vi.waitFor(
        async () => {
          const { rows } = await site.postgres.pool.query<{ pid: number }>(waiting)
          expect(rows).toHaveLength(1)
          return rows[0]?.pid
        },
        { timeout: 30_000, interval: 50 },
      ),
    terminate: (pid?: number) => client.query('select pg_terminate_backend($1)', [pid]),
    unlock: () => client.query('rollback'),
  }
}

async function expectBackup(target: string, of: Record<string, string> = settings()) {
  const taken = await runInProcess(backup, [target, '--no-try'], of)
  expect(taken).toMatchObject({ code: 0 })
  expect(existsSync(`${target}.unfinished`)).toBe(false)
}

test('backup: kill -9 leaves nothing that looks like a backup, and the next one replaces it', async () => {
  const target = path.join(mkdtempSync(path.join(folder, 'of-')), 'monday')
  const table = await lockTable('player_states')
  const running = startScript('backup', [target], settings())
  await table.waiter()
  running.kill()
  await running.result()
  await table.unlock()
  expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, true])
  await expectBackup(target)
}, 60_000)

test('backup: a database that is lost amid the rows is named, and nothing is left of the backup', async () => {
  const target = path.join(mkdtempSync(path.join(folder, 'of-')), 'tuesday')
  const table = await lockTable('player_states')
  const taken = runInProcess(backup, [target], settings())
  await table.terminate(await table.waiter())
  await table.unlock()
  const { code, output } = await taken
  expect(code).toBe(1)
  expect(output).toMatch(/^No backup was made: [^\n{]*(database|PostgreSQL|connection)[^\n{]*$/)
  expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false])
  await expectBackup(target)
}, 60_000)

test('backup: kill -9 amid the files of an embedded site leaves what no restore accepts', async () => {
  const parent = mkdtempSync(path.join(folder, 'of-'))
  const [copied, target] = [path.join(parent, 'sunday'), path.join(parent, 'wednesday')]
  await backUp(site, copied)
  const embedded = { DATA_DIR: dataFolder() }
  expect(await runInProcess(restore, [copied], embedded)).toMatchObject({ code: 0 })
  // A backup that opens a pipe waits there until it is killed; it copies other files meanwhile.
  const [stopped = '', other = ''] = keys
  const file = pathForKey(path.join(embedded.DATA_DIR, 'objects'), stopped)
  renameSync(file, `${file}.whole`)
  execFileSync('mkfifo', [file])
  const running = startScript('backup', [target], embedded)
  const { file: copyOf } = backupLayout(`${target}.unfinished`)
  await expect.poll(() => existsSync(copyOf(other)), { timeout: 30_000 }).toBe(true)
  running.kill()
  await running.result()
  renameSync(`${file}.whole`, file)
  expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, true])
  const refused = await runInProcess(restore, [`${target}.unfinished`], { DATA_DIR: dataFolder() })
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(/^Nothing was restored: .*is not a backup[^\n]*$/),
  })
  await expectBackup(target, embedded)
  expect((await openBackup(target)).manifest.missing).toBe(0)
}, 120_000)
