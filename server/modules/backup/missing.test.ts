import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import { createTrackWithFiles } from '#server/testing/backups.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { dataFolder } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-missing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const site = setUpTestSite()
const settings = () => ({ DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url })

test('backup: with the wrong store no backup is made, and the sentence asks for the right one', async () => {
  await createTrackWithFiles(site, 'One')
  const { DATABASE_URL } = settings()
  const target = path.join(folder, 'forgotten')
  expect(await runInProcess(backup, [target], { DATABASE_URL, DATA_DIR: dataFolder() })).toEqual({
    code: 1,
    output:
      'No backup was made: only 0 of 1 audio files that the database names are in this store. Is it the right one (DATA_DIR, S3_BUCKET)?',
  })
  expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false])
})

test('backup: a missing file makes the exit code 1, and its restore says that it is missing', async () => {
  const { keys } = await createTrackWithFiles(site, 'Two')
  await site.store.remove(keys[1] ?? '')
  const target = path.join(folder, 'monday')
  const taken = await runInProcess(backup, [target], settings())
  expect(taken.code).toBe(1)
  expect(taken.output).toContain(
    '1 file of the site is not in the store, and so not in the backup: npm run doctor says which.',
  )
  const tried = {
    code: 1,
    output: `${target} can be restored, but 1 file of the site was missing when it was made: npm run doctor says which.`,
  }
  expect(taken.output).toContain(tried.output)
  expect(await runInProcess(doctor, ['--try-restore', target], {})).toEqual(tried)
  const restored = await runInProcess(restore, [target, path.join(folder, 'restored')], {})
  expect(restored).toEqual({
    code: 0,
    output: expect.stringContaining(
      '1 file of that site was missing when the backup was made: npm run doctor says which.',
    ),
  })
}, 60_000)
