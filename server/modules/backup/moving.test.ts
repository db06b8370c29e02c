import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { ObjectsConfig } from '#server/config.ts'
import { runChecks } from '#server/modules/doctor/service.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Postgres } from '#server/platform/postgres/open.ts'
import { allRows, backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-moving-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const s3 = await startTestS3()

type RestoredData = { postgres: Postgres; store: ObjectStore }

async function restored(backup: string, objects: ObjectsConfig): Promise<RestoredData> {
  const { postgres, drop } = await createTestDatabase()
  const store = await openObjectStore(objects, { publicUrl: 'http://localhost', secret: 'x' })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  await restoreBackup({ postgres, store, backup: await openBackup(backup) })
  return { postgres, store }
}

async function expectHealthy({ postgres, store }: RestoredData): Promise<void> {
  const output: string[] = []
  const print = (sentence: string) => void output.push(sentence)
  await withLongRunningConnection(postgres.url, (db) =>
    runChecks({ db, store, print }, { fix: false }),
  )
  expect(output).toEqual([])
}

const bytesOf = async (store: ObjectStore, key: string) => {
  const body = await store.read(key)
  return body && (await buffer(body)).toString()
}

test('a site moves from disk to S3 and back, and is the same site each time', {
  ...withS3(s3),
  timeout: 120_000,
}, async () => {
  if (!s3) return
  const site = await startTestSite()
  onTestFinished(() => site.close())
  const { keys } = await createTrackWithFiles(site, 'Salt Marsh')
  const before = await allRows(site.db)
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]

  await backUp(site, first)
  const inS3 = await restored(first, s3.config)
  expect(await allRows(inS3.postgres.db)).toEqual(before)
  for (const key of keys) expect(await bytesOf(inS3.store, key)).toContain(`${key} of Salt Marsh`)
  await expectHealthy(inS3)

  await backUp(inS3, second)
  const onDisk = await restored(second, { kind: 'disk', directory: path.join(folder, 'objects') })
  expect(await allRows(onDisk.postgres.db)).toEqual(before)
  for (const key of keys)
    expect(await bytesOf(onDisk.store, key)).toBe(await bytesOf(site.store, key))
  await expectHealthy(onDisk)
})
