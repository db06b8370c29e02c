import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import { tracks, trackVersions, uploads } from '#server/database/schema.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { objectsForPath, renditionPath, storagePrefixes } from '#server/shared/object-keys.ts'
import { allRows } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { makeTrack, makeUpload, makeVersion } from '#server/testing/factories.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { settingsOf, startTestS3, withS3 } from '#server/testing/s3.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-every-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [from, to] = [await startTestS3(), await startTestS3()]
const site = setUpTestSite({ objects: from?.config })

/** Larger than what one read of a stream returns. */
const size = 300_000

/** The row's path of a file in the store, with all sizes of a large image. */
async function stored(objectPath: string): Promise<string> {
  for (const { key, contentType } of objectsForPath(objectPath))
    await site.store.write(key, Buffer.alloc(size, key), { contentType })
  return objectPath
}

const idOf = (objectPath: string) => /[0-9a-f-]{36}/.exec(objectPath)?.[0] ?? ''

async function storedAudio() {
  const made = { format: 'wav', size } as const
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio', made)
  const rendition = (format: 'opus' | 'aac') => stored(renditionPath(idOf(objectPath), format))
  const sizes = { opusBytes: size, aacBytes: size }
  return {
    audioPath: await stored(objectPath),
    ...{ opusPath: await rendition('opus'), aacPath: await rendition('aac'), ...sizes },
  }
}

async function filesIn(store: ObjectStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const prefix of storagePrefixes)
    for await (const { key } of store.list(prefix)) {
      const body = await store.read(key)
      found[key] = body ? (await buffer(body)).toString('latin1') : ''
    }
  return found
}

test('lossless audio, renditions, former versions and large images move to another database and bucket', {
  ...withS3(from && to),
  timeout: 120_000,
}, async () => {
  const { objectPath: artworkPath } = await makeUpload(site.db, site.owner.id, 'image')
  await stored(artworkPath)
  const [current, former] = [await storedAudio(), await storedAudio()]
  const { id: trackId } = await makeTrack(site.db, site.owner.id, { ...current, artworkPath })
  const version = await makeVersion(site.db, { userId: site.owner.id, trackId })
  await site.db.delete(uploads).where(eq(uploads.objectPath, version.audioPath))
  await site.db
    .update(trackVersions)
    .set({ ...former, audioBytes: size })
    .where(eq(trackVersions.id, version.id))
  await site.db.update(uploads).set({ state: 'used' })
  await site.db.update(tracks).set({ audioBytes: size })

  const target = path.join(mkdtempSync(path.join(folder, 'of-')), 'monday')
  const settings = { DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url }
  const live = { ...settings, ...(from && settingsOf(from.config)) }
  expect(await runInProcess(backup, [target, '--no-try'], live)).toMatchObject({ code: 0 })

  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const other = { DATABASE_URL: database.postgres.url, ...(to && settingsOf(to.config)) }
  const dataDir = path.join(folder, 'restored')
  expect(await runInProcess(restore, [target, dataDir], other)).toMatchObject({ code: 0 })
  expect(await allRows(database.postgres.db)).toEqual(await allRows(site.db))
  const store = await openObjectStore(to?.config ?? site.config.objects, {
    publicUrl: 'http://localhost',
    secret: 'x',
  })
  onTestFinished(() => store.close())
  const files = await filesIn(store)
  expect(Object.keys(files)).toHaveLength(3 + 3 + objectsForPath(artworkPath).length)
  expect(files).toEqual(await filesIn(site.store))
  const { output } = await runInProcess(doctor, [], { ...other, DATA_DIR: dataDir })
  expect(output).not.toMatch(/not in the store|is in use/)
})
