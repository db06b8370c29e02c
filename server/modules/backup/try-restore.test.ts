import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { backupLayout, type Manifest } from '#server/platform/backup/manifest.ts'
import { createTrackWithFiles } from '#server/testing/backups.ts'
import { needs } from '#server/testing/needs.ts'
import { runInProcess, startScript } from '#server/testing/run-script.ts'
import { isAlive } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { makeSmallDisk } from '#server/testing/small-disk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-try-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const monday = path.join(folder, 'monday')
const layout = backupLayout(monday)
const manifest = () => JSON.parse(readFileSync(layout.manifest, 'utf8')) as Manifest

const site = setUpTestSite()
const settings = () => ({ DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url })
let keys: string[]
beforeAll(async () => {
  keys = (await createTrackWithFiles(site, 'Salt Marsh')).keys
  const taken = await runInProcess(backup, [monday, '--no-try'], settings())
  expect(taken).toMatchObject({ code: 0 })
  expect(taken.output).toContain(`It was not tried: npm run doctor -- --try-restore ${monday}`)
  expect(manifest().tried).toBeNull()
})

const tryMonday = () => runInProcess(doctor, ['--try-restore', monday], {})
const trials = (inside = tmpdir()) =>
  readdirSync(inside).filter((name) => name.startsWith('soundpost-trial-'))

test('backup: it is tried at its end, and its manifest says when', async () => {
  const tuesday = path.join(folder, 'tuesday')
  const { code, output } = await runInProcess(backup, [tuesday], settings())
  expect(code).toBe(0)
  expect(output.split('\n').at(-1)).toBe(
    `${tuesday} can be restored: in a trial every row was restored, and every file matched its checksum.`,
  )
  const text = readFileSync(backupLayout(tuesday).manifest, 'utf8')
  expect(Date.parse((JSON.parse(text) as Manifest).tried ?? '')).toBeGreaterThan(0)
  expect(trials()).toEqual([])
}, 60_000)

test('doctor: a backup of which a byte has changed cannot be restored, and the exit code says so', async () => {
  const file = layout.file(keys[0] ?? '')
  const whole = readFileSync(file)
  appendFileSync(file, '!')
  onTestFinished(() => writeFileSync(file, whole))
  expect(await tryMonday()).toEqual({
    code: 1,
    output: `${monday} cannot be restored: The file ${keys[0]} of the backup does not match its checksum.`,
  })
  expect(manifest().tried).toBeNull()
  expect(trials()).toEqual([])
}, 60_000)

test('doctor: a backup with rows that do not fit together is not good, though it can be restored', async () => {
  const wednesday = path.join(folder, 'wednesday')
  await site.db.execute(sql`update tracks set like_count = 7`)
  const { code, output } = await runInProcess(backup, [wednesday], settings())
  await site.db.execute(sql`update tracks set like_count = 0`)
  expect(code).toBe(1)
  expect(output).toMatch(/likes?.*\n.*can be restored, but its rows have these problems/)
}, 60_000)

test('doctor: what a killed trial has left is removed by the next one', async () => {
  const inside = mkdtempSync(path.join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', inside)
  onTestFinished(() => void vi.unstubAllEnvs())
  const table = layout.table('tracks')
  renameSync(table, `${table}.whole`)
  execFileSync('mkfifo', [table])
  const running = startScript('doctor', ['--try-restore', monday], { TMPDIR: inside })
  const pipe = await open(table, 'w')
  running.kill()
  await running.result()
  await pipe.close()
  renameSync(`${table}.whole`, table)
  const [left = ''] = trials(inside)
  const pidFile = path.join(inside, left, 'postgres/postmaster.pid')
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  expect(isAlive(pid)).toBe(true)
  expect(await tryMonday()).toMatchObject({ code: 0 })
  expect(trials(inside)).toEqual([])
  expect(isAlive(pid)).toBe(false)
  expect(Date.parse(manifest().tried ?? '')).toBeGreaterThan(0)
}, 120_000)

const disk = makeSmallDisk(50 * 1024 * 1024)
afterAll(() => disk?.remove())

test(
  'doctor: a trial that does not fit on the disk is not begun',
  needs(disk, 'mounting a disk is not permitted'),
  async () => {
    vi.stubEnv('TMPDIR', disk?.folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, output } = await tryMonday()
    expect(code).toBe(1)
    expect(output).toMatch(
      /monday was not tried: that needs about \d+ MB, and \S+ has \d+ MB free; TMPDIR=… names another folder\.$/,
    )
  },
)
