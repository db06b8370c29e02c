import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

test('backup: without most of the audio the rows are saved, the files listed, and the exit code is 1', async () => {
  const { keys } = await createTrackWithFiles(site, 'One')
  const { DATABASE_URL } = settings()
  const target = path.join(folder, 'lost')
  const elsewhere = { DATABASE_URL, DATA_DIR: dataFolder() }
  const { code, output } = await runInProcess(backup, [target, '--no-try'], elsewhere)
  expect(code).toBe(1)
  expect(output).toContain(
    'Only 0 of 1 audio files that the database names are in this store. Is it the right one (DATA_DIR, S3_BUCKET)?',
  )
  const listed = readFileSync(path.join(target, 'missing.txt'), 'utf8')
  expect(listed.trim().split('\n').toSorted()).toEqual(keys.toSorted())
  const restored = { DATA_DIR: dataFolder() }
  expect(await runInProcess(restore, [target], restored)).toMatchObject({ code: 0 })
}, 60_000)

test('backup: a missing file makes the exit code 1, and its restore says that it is missing', async () => {
  const { keys } = await createTrackWithFiles(site, 'Two')
  await site.store.remove(keys[1] ?? '')
  const target = path.join(folder, 'monday')
  const taken = await runInProcess(backup, [target], settings())
  expect(taken.code).toBe(1)
  expect(taken.output).toContain(
    '1 file of the site is not in the store, and so not in the backup: its missing.txt lists them, and npm run doctor says what they are.',
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
