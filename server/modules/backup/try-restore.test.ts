import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
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
import { gzipSync } from 'node:zlib'
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
    output: `${monday} cannot be restored: The file ${keys[0]} of the backup does not match its checksum: use another copy of this backup, or an older one.`,
  })
  expect(manifest().tried).toBeNull()
  expect(trials()).toEqual([])
}, 60_000)

test('backup: wrong counters, which the doctor repairs, do not make each night end with 1', async () => {
  const wednesday = path.join(folder, 'wednesday')
  await site.db.execute(sql`update tracks set like_count = 7`)
  const { code, output } = await runInProcess(backup, [wednesday], settings())
  await site.db.execute(sql`update tracks set like_count = 0`)
  expect(code).toBe(0)
  expect(output).toMatch(
    /a like count of 7.*\n.*wrong on the site, too: npm run doctor -- --fix repairs.*\n.*can be restored/,
  )
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
const largerDisk = makeSmallDisk(150 * 1024 * 1024)
afterAll(() => {
  disk?.remove()
  largerDisk?.remove()
})

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

test('doctor: a disk that fills up amid the rows is no fault of the backup, which was not tried', {
  ...needs(largerDisk, 'mounting a disk is not permitted'),
  timeout: 120_000,
}, async () => {
  const thursday = path.join(folder, 'thursday')
  cpSync(monday, thursday, { recursive: true })
  const row = JSON.stringify({
    ...{ id: site.owner.id, actor_id: site.owner.id, target_id: site.owner.id },
    ...{ actor_name: 'x', action: 'x'.repeat(1800), target_kind: 'track', target_name: 'x' },
    created_at: new Date(),
  })
  // Larger than the disk; of rows that small the database compresses none.
  const rows = Array.from({ length: 100_000 }, () => row.replace(site.owner.id, randomUUID()))
  const { table, manifest: file } = backupLayout(thursday)
  writeFileSync(table('audit_log'), gzipSync(rows.join('\n'), { level: 1 }))
  writeFileSync(file, JSON.stringify({ ...manifest(), databaseBytes: 0 }))
  vi.stubEnv('TMPDIR', largerDisk?.folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, output } = await runInProcess(doctor, ['--try-restore', thursday], {})
  expect(code).toBe(1)
  expect(output).toMatch(/thursday was not tried: its temporary database .* set TMPDIR to/)
  expect(trials(largerDisk?.folder)).toEqual([])
})
