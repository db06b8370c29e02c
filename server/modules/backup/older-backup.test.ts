import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import { allRows, backUpTables } from '#server/testing/backups.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { emptyDatabase, migrateTo } from '#server/testing/migrate-to.ts'
import { audioKeys, insertRowsOf0033 } from '#server/testing/rows-of-0033.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-older-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const target = path.join(folder, 'monday')
let older: TestDatabase
beforeAll(async () => {
  older = await createTestDatabase()
  await insertRowsOf0033(await migrateTo('0033_lossless', older), 'secret')
  const files = audioKeys.map((key) => ({ key, bytes: fixture('tone.mp3') }))
  await backUpTables(older.postgres.db, files, target)
})
afterAll(() => older.drop())

async function emptySite() {
  const database = await createTestDatabase()
  await emptyDatabase(database)
  const directory = mkdtempSync(path.join(folder, 'objects-'))
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'x' })
  onTestFinished(async () => {
    await store.close()
    await database.drop()
  })
  return { ...database, store }
}

test('restore: a backup of an older version becomes what an upgrade makes of that site', async () => {
  const site = await emptySite()
  await restoreBackup({ ...site, backup: await openBackup(target) })
  await migrate(older)
  expect(await allRows(site.postgres.db)).toEqual(await allRows(older.postgres.db))
  for (const key of audioKeys) {
    const body = await site.store.read(key)
    expect(body && (await buffer(body)).equals(fixture('tone.mp3'))).toBe(true)
  }
}, 60_000)

test('restore: a later migration that fails leaves the database empty, and it can be run again', async () => {
  const site = await emptySite()
  const backup = await openBackup(target)
  await site.postgres.pool.query('create table reposts ()')
  await expect(restoreBackup({ ...site, backup })).rejects.toMatchObject({
    cause: { code: '42P07' },
  })
  expect(await allRows(site.postgres.db)).toEqual({ reposts: [] })
  await site.postgres.pool.query('drop table reposts')
  await restoreBackup({ ...site, backup })
  expect((await allRows(site.postgres.db))['tracks']).toHaveLength(3)
}, 60_000)

test('restore: tables of a later version are pointed out, also where they are empty', async () => {
  const site = await emptySite()
  await migrate(site)
  await expect(restoreBackup({ ...site, backup: await openBackup(target) })).rejects.toThrow(
    'the database has empty tables of a later version than the backup: create another one',
  )
})
