import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backupLayout, type Manifest } from '#server/platform/backup/manifest.ts'
import { backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { needs } from '#server/testing/needs.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { dataFolder } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { makeSmallDisk } from '#server/testing/small-disk.ts'
import { backup as backupCommand } from './backup.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-failed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const site = setUpTestSite()
const monday = path.join(folder, 'monday')
let manifest: Manifest
let keys: string[]
beforeAll(async () => {
  keys = (await createTrackWithFiles(site, 'Salt Marsh')).keys
  manifest = await backUp(site, monday)
})

const restoreInto = (DATA_DIR: string) => runInProcess(restore, [monday], { DATA_DIR })

test('restore: a site that does not fit on the disk is not begun, and its folder stays empty', async () => {
  const { manifest: file } = backupLayout(monday)
  const save = (saved: Manifest) => writeFileSync(file, JSON.stringify(saved))
  save({ ...manifest, files: { ...manifest.files, bytes: 2 ** 50 } })
  onTestFinished(() => save(manifest))
  const into = dataFolder()
  const { code, output } = await restoreInto(into)
  expect(code).toBe(1)
  expect(output).toMatch(
    /^Nothing was restored: the site needs about \d+ MB, and \S+ has \d+ MB free: free some, or name a folder on another disk\.$/,
  )
  expect(readdirSync(into)).toEqual([])
})

test('restore: one that fails says what to do, and leaves its folder as empty as it was', async () => {
  const damaged = backupLayout(monday).file(keys[0] ?? '')
  appendFileSync(damaged, '!')
  const into = dataFolder()
  expect(await restoreInto(into)).toEqual({
    code: 1,
    output: `Nothing was restored: The file ${keys[0]} of the backup does not match its checksum: use another copy of this backup, or an older one.`,
  })
  expect(readdirSync(into)).toEqual([])
}, 60_000)

const disk = makeSmallDisk(1024 * 1024)
afterAll(() => disk?.remove())

test(
  'restore and backup: a read-only disk is named, with what to do about it',
  needs(disk, 'mounting a disk is not permitted'),
  async () => {
    const readOnly = disk?.folder ?? ''
    execFileSync('mount', ['-o', 'remount,ro', readOnly])
    const sentence =
      'cannot be written (EROFS): the disk is mounted read-only; mount it for writing, or name another folder.'
    const into = path.join(readOnly, 'site')
    expect(await restoreInto(into)).toEqual({
      code: 1,
      output: `Nothing was restored: ${into} ${sentence}`,
    })
    const target = path.join(readOnly, 'tuesday')
    const settings = { DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url }
    expect(await runInProcess(backupCommand, [target], settings)).toEqual({
      code: 1,
      output: `No backup was made: ${target} ${sentence}`,
    })
    expect(existsSync(target)).toBe(false)
  },
)
