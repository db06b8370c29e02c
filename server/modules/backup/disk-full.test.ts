import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/errors.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { beginBackup } from '#server/platform/backup/write-backup.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import { NoSpaceLeft, type ObjectStore } from '#server/platform/objects/object-store.ts'
import { allRows, backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { needs } from '#server/testing/needs.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { makeSmallDisk } from '#server/testing/small-disk.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-full-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = setUpTestSite()
beforeAll(async () => {
  for (const title of ['One', 'Two', 'Three']) await createTrackWithFiles(site, title)
})

const full = () => Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })

test('backup: a disk that fills up is reported in one sentence and leaves no backup', async () => {
  const target = path.join(folder, 'monday')
  let files = 0
  const read: ObjectStore['read'] = async (key) =>
    ++files < 3 ? site.store.read(key) : Readable.from(failingAtOnce())
  await expect(backUp({ ...site, store: { ...site.store, read } }, target)).rejects.toThrow(
    new StartupError(
      `there is no disk space left at ${folder}: free some, or name a folder on another disk.`,
    ),
  )
  expect(existsSync(target)).toBe(false)
  await expect(openBackup(`${target}.unfinished`)).rejects.toThrow('is not a backup')
  await backUp(site, target)
  await openBackup(target)
})

async function* failingAtOnce(): AsyncGenerator<Buffer> {
  yield Buffer.from('a byte or two')
  throw full()
}

test('restore: a store that fills up is reported, leaves no rows, and the next attempt succeeds', async () => {
  const target = path.join(folder, 'tuesday')
  await backUp(site, target)
  const { postgres, drop } = await createTestDatabase()
  const directory = path.join(folder, 'objects')
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'x' })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  let written = 0
  const write: ObjectStore['write'] = (key, body, options) =>
    ++written < 4 ? store.write(key, body, options) : Promise.reject(new NoSpaceLeft(full()))
  const backup = await openBackup(target)
  await expect(restoreBackup({ postgres, store: { ...store, write }, backup })).rejects.toThrow(
    'The object store has no space left.',
  )
  for (const rows of Object.values(await allRows(postgres.db))) expect(rows).toEqual([])
  await restoreBackup({ postgres, store, backup })
  expect(await allRows(postgres.db)).toEqual(await allRows(site.db))
}, 120_000)

const disk = makeSmallDisk(1024 * 1024)
afterAll(() => disk?.remove())

test(
  'backups and restores report a disk that is really full with the same sentence',
  needs(disk, 'mounting a disk is not permitted'),
  async () => {
    const target = path.join(disk?.folder ?? '', 'wednesday')
    const writer = await beginBackup(target)
    const large = Readable.from([Buffer.alloc(3 * 1024 * 1024)])
    await expect(writer.file(`audio/${crypto.randomUUID()}.mp3`, large)).rejects.toThrow(
      `there is no disk space left at ${disk?.folder}: free some`,
    )
    await writer.discard()
    expect(existsSync(`${target}.unfinished`)).toBe(false)
    const store = await openLocalDisk({
      directory: path.join(disk?.folder ?? '', 'objects'),
      publicUrl: 'http://localhost',
      secret: 'x',
    })
    onTestFinished(() => store.close())
    const key = `audio/${crypto.randomUUID()}.mp3`
    const writing = store.write(key, Buffer.alloc(3 * 1024 * 1024), { contentType: 'audio/mpeg' })
    await expect(writing).rejects.toThrow(NoSpaceLeft)
    expect(await store.stat(key)).toBeUndefined()
  },
)
