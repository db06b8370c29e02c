import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ObjectsConfig } from '#server/config.ts'
import { sweepStaleUploads } from '#server/modules/uploads/cleanup-service.ts'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import { audioObject, objectsForPath } from '#server/shared/object-keys.ts'
import {
  aDayLater,
  createFixtures,
  expectRepaired,
  type Fixtures,
  pastDay,
  runDoctor,
  storedFile,
} from '#server/testing/doctor-fixtures.ts'
import { standIn } from '#server/testing/needs.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { formatSummary } from './service.ts'

const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000)
const pathFor = ({ store }: TestSite, key: string) =>
  isLocalDisk(store) ? store.pathFor(key) : key

const s3 = await startTestS3()
const stores: [string, ObjectsConfig | undefined][] = [['on disk', undefined]]
standIn('doctor: files on S3', withS3(s3))
if (s3) stores.push(['on S3', s3.config])

describe.each(stores)('files %s', (_where, objects) => {
  let fixtures: Fixtures
  const testSite = setUpTestSite({ objects })
  beforeAll(async () => {
    fixtures = await createFixtures(testSite)
  })

  test('doctor: unreferenced files are deleted after a day, and not before', async () => {
    const orphan = [`audio/${randomUUID()}.mp3`, `checking/${randomUUID()}`, 'audio/readme.txt']
    for (const key of orphan)
      await testSite.store.write(key, Buffer.from('stray'), { contentType: 'audio/mpeg' })
    expect((await runDoctor(testSite, true)).found).toBe(0)
    const later = aDayLater(testSite)
    const problems = orphan
      .toSorted()
      .map((key) => `No row references the file ${pathFor(testSite, key)}.`)
    expect((await runDoctor(later)).output).toEqual(
      problems.map((problem) => expect.stringContaining(problem)),
    )
    expect(await runDoctor(later, true)).toMatchObject({ found: 3, repaired: 3 })
    expect(await runDoctor(later)).toMatchObject({ found: 0 })
    expect(await testSite.store.stat(orphan[0] ?? '')).toBeDefined()
    await sweepStaleUploads(testSite, tomorrow())
    for (const key of orphan) expect(await testSite.store.stat(key)).toBeUndefined()
    expect(await runDoctor(later)).toMatchObject({ found: 0 })
  })

  test('doctor: a wrong state of an upload is corrected', async () => {
    await testSite.db.execute(
      sql`update uploads set state = 'released' where object_path = ${fixtures.audioPath}`,
    )
    const unused = await storedFile(testSite, 'image')
    await testSite.db.execute(sql`update uploads set state = 'used' where object_path = ${unused}`)
    const output = (await runDoctor(testSite)).output.toSorted()
    expect(output).toEqual(
      [
        `The file ${fixtures.audioPath} is in use, and marked as released.`,
        `Nothing uses the file ${unused} any more. With --fix it is deleted after a day, unless something uses it by then.`,
      ].toSorted(),
    )
    expect(await runDoctor(testSite, true)).toMatchObject({ found: 2, repaired: 2 })
    expect(await runDoctor(testSite)).toMatchObject({ found: 0 })
  })

  test('doctor: a missing image size is restored from the other sizes; an image without any is removed', async () => {
    const [small, ...others] = objectsForPath(fixtures.artworkPath).map(({ key }) => key)
    await testSite.store.remove(small ?? '')
    await expectRepaired(testSite, [
      /^The artwork of the track "Three" \(three\) lacks 1 of its 4 sizes/,
    ])
    expect((await testSite.store.stat(small ?? ''))?.size).toBe(1000)
    for (const key of [small ?? '', ...others]) await testSite.store.remove(key)
    await expectRepaired(testSite, [
      /^The artwork of the track "Three" \(three\) is not in the store/,
    ])
    const track = await testSite.visitor('GET', '/api/tracks/slug/three')
    expect(await track.json()).toMatchObject({ artworkUrl: null })
  })

  test('doctor: missing covers and profile images are reported', async () => {
    const portrait = await storedFile(testSite, 'image')
    await testSite.db.execute(
      sql`update users set profile_image_url = ${portrait} where id = ${testSite.owner.id}`,
    )
    const { rows } = await testSite.db.execute<{ path: string }>(
      sql`select cover_path as path from playlists`,
    )
    for (const path of [portrait, rows[0]?.path ?? ''])
      for (const { key } of objectsForPath(path)) await testSite.store.remove(key)
    await testSite.db.execute(
      sql`update uploads set state = 'used' where object_path = ${portrait}`,
    )
    await expectRepaired(testSite, [
      /^The cover of the playlist "Slow Morning" \(\S+\) is not in the store/,
      /^The avatar of the user "ines-\S+" is not in the store/,
    ])
  })

  test('doctor: truncated or missing audio is reported for manual repair', async () => {
    const { key = '', contentType = '' } = audioObject(fixtures.audioPath) ?? {}
    await testSite.store.write(key, Buffer.alloc(10), { contentType })
    expect((await runDoctor(testSite)).output).toEqual([
      `The audio of the track "Three" (three) has 10 bytes in the store instead of 1000: ${fixtures.audioPath}. Restore the file ${pathFor(testSite, key)} from a backup, or delete the track.`,
    ])
    await testSite.store.remove(key)
    const outcome = await runDoctor(testSite, true)
    expect(outcome).toEqual({
      found: 1,
      repaired: 0,
      output: [
        `The audio of the track "Three" (three) is not in the store: ${fixtures.audioPath}. Restore the file ${pathFor(testSite, key)} from a backup, or delete the track.`,
      ],
    })
    expect(formatSummary(outcome, { fix: true })).toBe(
      '1 problem found, 0 repaired: the others need manual action.',
    )
  })

  test('doctor: unreferenced files stay if most files are, because it may be the wrong database', async () => {
    const unexpected = Array.from({ length: 40 }, () => `images/${randomUUID()}/96.webp`)
    const removed: string[] = []
    const store: TestSite['store'] = {
      ...testSite.store,
      async *list(prefix) {
        yield* testSite.store.list(prefix)
        for (const key of unexpected)
          if (key.startsWith(prefix)) yield { key, size: 1, modified: pastDay }
      },
      remove: async (key) => void removed.push(key),
    }
    const { output, repaired } = await runDoctor({ ...testSite, store }, true)
    expect({ repaired, removed }).toEqual({ repaired: 0, removed: [] })
    expect(output).toContainEqual(
      expect.stringMatching(
        /^No row references 40 of the \d+ files in this store\. Is it the database/,
      ),
    )
  })

  test('doctor: unreferenced files stay if most audio is missing, because it may be the wrong store', async () => {
    const orphan = `images/${randomUUID()}/96.webp`
    await testSite.store.write(orphan, Buffer.from('stray'), { contentType: 'image/webp' })
    await testSite.db.execute(
      sql`update tracks set audio_path = '/objects/audio/' || gen_random_uuid() || '.mp3'`,
    )
    const { output, repaired } = await runDoctor(aDayLater(testSite), true)
    expect(repaired).toBe(0)
    expect(output[0]).toMatch(
      /^Only 0 of 3 tracks have their audio in this store\. Is it the right/,
    )
    expect(await testSite.store.stat(orphan)).toBeDefined()
  })
})
