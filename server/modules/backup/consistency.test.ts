import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ObjectsConfig } from '#server/config.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import { backupLayout } from '#server/platform/backup/manifest.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { beginBackup } from '#server/platform/backup/write-backup.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { allRows, backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { like, makePlaylist } from '#server/testing/factories.ts'
import { standIn } from '#server/testing/needs.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const named = (name: string) => path.join(folder, name)

async function emptySite(name: string) {
  const database = await createTestDatabase()
  const directory = named(name)
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'x' })
  return { postgres: database.postgres, store, drop: database.drop }
}

const s3 = await startTestS3()
const stores: [string, ObjectsConfig | undefined][] = [['disk', undefined]]
standIn('a backup of a site with its files on S3', withS3(s3))
if (s3) stores.push(['S3', s3.config])

describe.each(stores)('a backup of a site with its files on %s', (kind, objects) => {
  const testSite = setUpTestSite({ objects })

  test('a backup restores the same rows and bytes, including files that are deleted meanwhile', async () => {
    const gone = await createTrackWithFiles(testSite, 'Going')
    const stays = await createTrackWithFiles(testSite, 'Staying \u2028 "quoted" \\ 🎻')
    await like(testSite.db, testSite.otherUser.id, stays.id)
    await makePlaylist(testSite.db, testSite.owner.id, [stays.id, gone.id])
    const before = await allRows(testSite.db)
    let deletions = 0
    const read: ObjectStore['read'] = async (key, range) => {
      if (deletions++ === 0) {
        await testSite.asOwner('DELETE', `/api/tracks/${gone.id}`)
        await removeReleasedFiles(testSite)
      }
      return testSite.store.read(key, range)
    }
    const manifest = await backUp({ ...testSite, store: { ...testSite.store, read } }, named(kind))
    expect(manifest.missing).toBe(0)
    expect(manifest.files.lines).toBe(gone.keys.length + stays.keys.length)
    expect(await testSite.store.stat(gone.keys[0] ?? '')).toBeDefined()
    await removeReleasedFiles(testSite)
    expect(await testSite.store.stat(gone.keys[0] ?? '')).toBeUndefined()

    const site = await emptySite(`${kind}-restored`)
    await restoreBackup({ ...site, backup: await openBackup(named(kind)) })
    expect(await allRows(site.postgres.db)).toEqual(before)
    for (const { keys, title } of [
      { ...gone, title: 'Going' },
      { ...stays, title: 'Staying \u2028 "quoted" \\ 🎻' },
    ])
      for (const key of keys) {
        const body = await site.store.read(key)
        expect(body && (await buffer(body)).toString()).toContain(`${key} of ${title} `)
      }
    // The triggers are enabled again.
    await site.postgres.db.execute(sql`update tracks set genre = 'jazz' where id = ${stays.id}`)
    const { genre_counts: genreCounts = [] } = await allRows(site.postgres.db)
    expect(genreCounts.map((row) => JSON.parse(row))).toContainEqual(
      expect.objectContaining({ genre: 'jazz', tracks: 1 }),
    )
    await expect(restoreBackup({ ...site, backup: await openBackup(named(kind)) })).rejects.toThrow(
      'the database is not empty',
    )
    await site.store.close()
    await site.drop()
  }, 120_000)
})

describe('an incomplete or damaged backup', () => {
  const testSite = setUpTestSite()
  beforeAll(async () => {
    await createTrackWithFiles(testSite, 'Salt Marsh')
  })

  test('an unfinished backup is not recognized as one, and the next backup replaces it', async () => {
    const target = named('tuesday')
    const reading = Promise.withResolvers<void>()
    const cutOff = Promise.withResolvers<undefined>()
    const read = () => {
      reading.resolve()
      return cutOff.promise
    }
    const ended = backUp({ ...testSite, store: { ...testSite.store, read } }, target).catch(
      (error) => error.message,
    )
    await reading.promise
    await expect(backUp(testSite, target)).rejects.toThrow('another backup')
    expect(existsSync(target)).toBe(false)
    await expect(openBackup(`${target}.unfinished`)).rejects.toThrow('is not a backup')
    cutOff.reject(new Error('The store is gone.'))
    expect(await ended).toBe('The store is gone.')
    expect(existsSync(target)).toBe(false)
    await backUp(testSite, target)
    expect(existsSync(`${target}.unfinished`)).toBe(false)
    await expect(beginBackup(target)).rejects.toThrow('is not empty')
  })

  test('a backup that cannot be written fails with one sentence', async () => {
    await expect(beginBackup('/proc/backup')).rejects.toThrow(
      /^\/proc\/backup cannot be written \(/,
    )
    const writer = await beginBackup(named('large'))
    await expect(writer.assertFreeSpace(2 ** 60)).rejects.toThrow(
      /needs about \d+ MB, and .* has \d+ MB free/,
    )
    await writer.discard()
  })

  test('a backup is not restored if one of its bytes has changed', async () => {
    const target = named('thursday')
    await backUp(testSite, target)
    const { file, table } = backupLayout(target)
    const site = await emptySite('spoilt')
    const whole = readFileSync(table('users'))
    appendFileSync(table('users'), whole)
    await expect(restoreBackup({ ...site, backup: await openBackup(target) })).rejects.toThrow(
      /users\.jsonl\.gz of the backup does not match its checksum/,
    )
    expect((await allRows(site.postgres.db))['users']).toEqual([])
    for await (const { key } of (await openBackup(target)).files()) appendFileSync(file(key), '!')
    await expect(restoreBackup({ ...site, backup: await openBackup(target) })).rejects.toThrow(
      'of the backup does not match its checksum',
    )
    await site.store.close()
    await site.drop()
  }, 120_000)
})
