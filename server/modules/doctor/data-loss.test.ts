import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeReleasedFiles, sweepStaleUploads } from '#server/modules/uploads/cleanup-service.ts'
import { audioObject, objectsForPath, requiredObjects } from '#server/shared/object-keys.ts'
import {
  aDayLater,
  createFixtures,
  expectRepaired,
  type Fixtures,
  runDoctor,
  storedFile,
} from '#server/testing/doctor-fixtures.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

describe('doctor: formerly used files without a referencing row', () => {
  let testSite: TestSite
  let fixtures: Fixtures
  beforeEach(async () => {
    testSite = await startTestSite()
    fixtures = await createFixtures(testSite)
  })
  afterEach(() => testSite.close())

  const isStored = async (path: string) => {
    const stats = await Promise.all(
      requiredObjects(path).map(({ key }) => testSite.store.stat(key)),
    )
    return stats.every((found) => found !== undefined)
  }
  /** Everything that the servers delete by themselves until then. */
  const runHousekeeping = async (until: Date) => {
    await removeReleasedFiles(testSite)
    await sweepStaleUploads(testSite, until)
  }
  const aDayAgo = () =>
    testSite.db.execute(sql`
      update uploads set created_at = created_at - interval '30 hours', registered_at = registered_at - interval '30 hours'`)
  const loseTrack = () => testSite.db.execute(sql`delete from tracks where title = 'Three'`)

  test('doctor: an unreferenced file is deleted a day after it was first reported, and the report says so', async () => {
    await aDayAgo()
    await loseTrack()
    const paths = [fixtures.audioPath, fixtures.artworkPath]
    expect((await runDoctor(testSite)).output).toEqual(
      expect.arrayContaining(
        paths.map(
          (path) =>
            `Nothing uses the file ${path} any more. With --fix it is deleted after a day, unless something uses it by then.`,
        ),
      ),
    )
    const { output, found, repaired } = await runDoctor(testSite, true)
    expect(repaired).toBe(found)
    for (const path of paths)
      expect(output).toContain(
        `Nothing uses the file ${path} any more. It is deleted in a day, unless something uses it by then.`,
      )
    await runHousekeeping(hours(23))
    expect(await Promise.all(paths.map(isStored))).toEqual([true, true])
    expect(await runDoctor(testSite)).toMatchObject({ found: 0 })
    await runHousekeeping(hours(25))
    expect(await Promise.all(paths.map(isStored))).toEqual([false, false])
  })

  test('doctor: an unreferenced file stays if a row references it again, whether or not the doctor runs', async () => {
    await aDayAgo()
    await testSite.db.execute(sql`update playlists set cover_path = null`)
    await testSite.db.execute(sql`update tracks set artwork_path = null where title = 'Three'`)
    await runDoctor(testSite, true)
    await testSite.db.execute(
      sql`update tracks set artwork_path = ${fixtures.artworkPath} where title = 'Three'`,
    )
    await runHousekeeping(hours(25))
    expect(await isStored(fixtures.artworkPath)).toBe(true)
    await expectRepaired(testSite, [/is in use, and marked as registered\./])
  })

  test('doctor: unreferenced files stay while audio is missing, because one of them may be it', async () => {
    await testSite.db.execute(
      sql`update tracks set audio_path = ${`/objects/audio/${randomUUID()}.mp3`} where title = 'Three'`,
    )
    expect((await runDoctor(testSite, true)).output).toEqual([
      expect.stringMatching(/^The audio of the track "Three" \(three\) is not in the store/),
      `Nothing uses the file ${fixtures.audioPath} any more. It stays while files are missing: it may be one of them.`,
    ])
    await testSite.db.execute(
      sql`update tracks set audio_path = ${fixtures.audioPath} where title = 'Three'`,
    )
    await runHousekeeping(hours(25))
    expect(await isStored(fixtures.audioPath)).toBe(true)
    expect(await runDoctor(testSite)).toMatchObject({ found: 0 })
  })

  test('doctor: unreferenced files stay if there are no tracks at all, because rows were lost', async () => {
    await testSite.db.execute(sql`delete from tracks`)
    const { output } = await runDoctor(testSite, true)
    expect(output).toContain(
      'Nothing uses 3 of the 3 audio files that were in use. Were rows lost? Restore the database from a backup; until most files are in use, none of these is deleted.',
    )
    expect(output.filter((sentence) => sentence.includes('is deleted in a day'))).toEqual([])
    await runHousekeeping(hours(25))
    expect(await isStored(fixtures.audioPath)).toBe(true)
  })

  test('doctor: unreferenced files stay if they are more than half of many', async () => {
    for (let made = 0; made < 21; made++) {
      const path = await storedFile(testSite, 'image')
      await testSite.db.execute(sql`update uploads set state = 'used' where object_path = ${path}`)
    }
    const { output, repaired } = await runDoctor(testSite, true)
    expect(repaired).toBe(0)
    expect(output[0]).toMatch(/^Nothing uses 21 of the 25 images that were in use\. Were rows lost/)
  })

  test('doctor: an unreferenced file without an upload row is deleted only after a day', async () => {
    await loseTrack()
    await testSite.db.execute(sql`delete from uploads where object_path = ${fixtures.audioPath}`)
    const { key = '' } = audioObject(fixtures.audioPath) ?? {}
    await runDoctor(testSite, true)
    const { output } = await runDoctor(aDayLater(testSite), true)
    expect(output).toEqual([
      expect.stringMatching(
        /^No row references the file objects\/audio\/[0-9a-f]{3}\/\S+\.mp3\. It is deleted in a day/,
      ),
    ])
    await runHousekeeping(hours(23))
    expect(await testSite.store.stat(key)).toBeDefined()
    expect(await runDoctor(aDayLater(testSite))).toMatchObject({ found: 0 })
    await runHousekeeping(hours(25))
    expect(await testSite.store.stat(key)).toBeUndefined()
  })
})

test('doctor: a missing upload row of a file in use is recreated', async () => {
  const testSite = await startTestSite()
  try {
    const { audioPath, artworkPath, trackIds } = await createFixtures(testSite)
    const files = [audioPath, artworkPath]
    const uploadRows = sql`
      select id, user_id, key, state, kind, object_path, content_type, duration from uploads
      where object_path = any(${sql.param(files)}::text[]) order by kind`
    const { rows: before } = await testSite.db.execute(uploadRows)
    await testSite.db.execute(
      sql`delete from uploads where object_path = any(${sql.param(files)}::text[])`,
    )
    const forgotten = /^The file \S+ is in use, but has no upload row: it would never/
    await expectRepaired(testSite, [forgotten, forgotten])
    expect((await testSite.db.execute(uploadRows)).rows).toEqual(before)
    await testSite.asOwner('DELETE', `/api/tracks/${trackIds[2]}`)
    await removeReleasedFiles(testSite)
    for (const { key } of files.flatMap(objectsForPath))
      expect(await testSite.store.stat(key)).toBeUndefined()
  } finally {
    await testSite.close()
  }
})
