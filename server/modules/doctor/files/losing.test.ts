import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeReleasedFiles, sweepStaleUploads } from '#server/modules/uploads/sweep.ts'
import { audioObject, objectsForPath } from '#server/shared/object-keys.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import {
  aDayLater,
  callDoctor,
  expectMended,
  fillSite,
  type Site,
  storedFile,
} from '#server/testing/examined-site.ts'

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

describe('files that were in use and that no row names any more', () => {
  let cast: Cast
  let site: Site
  beforeEach(async () => {
    cast = await startWithCast()
    site = await fillSite(cast)
  })
  afterEach(() => cast.close())

  const isThere = async (path: string) => {
    const facts = await Promise.all(objectsForPath(path).map(({ key }) => cast.store.stat(key)))
    return facts.every((found) => found !== undefined)
  }
  /** All that the servers remove by themselves until then. */
  const keepHouse = async (until: Date) => {
    await removeReleasedFiles(cast)
    await sweepStaleUploads(cast, until)
  }
  const aDayAgo = () =>
    cast.db.execute(sql`
      update uploads set created_at = created_at - interval '30 hours', registered_at = registered_at - interval '30 hours'`)
  const loseTrack = () => cast.db.execute(sql`delete from tracks where title = 'Three'`)

  it('go a day after the doctor first saw it, and its words say so', async () => {
    await aDayAgo()
    await loseTrack()
    const paths = [site.audioUrl, site.artworkUrl]
    expect((await callDoctor(cast)).said).toEqual(
      expect.arrayContaining(
        paths.map(
          (path) =>
            `Nothing uses the file ${path} any more. With --fix it is deleted after a day, unless something uses it by then.`,
        ),
      ),
    )
    const { said, found, mended } = await callDoctor(cast, true)
    expect(mended).toBe(found)
    for (const path of paths)
      expect(said).toContain(
        `Nothing uses the file ${path} any more. It is deleted in a day, unless something uses it by then.`,
      )
    await keepHouse(hours(23))
    expect(await Promise.all(paths.map(isThere))).toEqual([true, true])
    expect(await callDoctor(cast)).toMatchObject({ found: 0 })
    await keepHouse(hours(25))
    expect(await Promise.all(paths.map(isThere))).toEqual([false, false])
  })

  it('stay for good if a row names them again, whether or not the doctor is called', async () => {
    await aDayAgo()
    await cast.db.execute(sql`update playlists set cover_url = null`)
    await cast.db.execute(sql`update tracks set artwork_url = null where title = 'Three'`)
    await callDoctor(cast, true)
    await cast.db.execute(
      sql`update tracks set artwork_url = ${site.artworkUrl} where title = 'Three'`,
    )
    await keepHouse(hours(25))
    expect(await isThere(site.artworkUrl)).toBe(true)
    await expectMended(cast, [/is in use, and marked as registered\./])
  })

  it('stay while a sound is missing: one of them may be it', async () => {
    await cast.db.execute(
      sql`update tracks set audio_url = ${`/objects/audio/${randomUUID()}.mp3`} where title = 'Three'`,
    )
    expect((await callDoctor(cast, true)).said).toEqual([
      expect.stringMatching(/^The sound of the track "Three" \(three\) is not in the store/),
      `Nothing uses the file ${site.audioUrl} any more. It stays while files are missing: it may be one of them.`,
    ])
    await cast.db.execute(sql`update tracks set audio_url = ${site.audioUrl} where title = 'Three'`)
    await keepHouse(hours(25))
    expect(await isThere(site.audioUrl)).toBe(true)
    expect(await callDoctor(cast)).toMatchObject({ found: 0 })
  })

  it('stay where there is no track at all: rows were lost', async () => {
    await cast.db.execute(sql`delete from tracks`)
    const { said } = await callDoctor(cast, true)
    expect(said).toContain(
      'Nothing uses 3 of the 3 sounds that were in use. Were rows lost? Put the database back from a backup; until most files are in use, none of these is deleted.',
    )
    expect(said.filter((sentence) => sentence.includes('is deleted in a day'))).toEqual([])
    await keepHouse(hours(25))
    expect(await isThere(site.audioUrl)).toBe(true)
  })

  it('stay where they are more than half of many', async () => {
    for (let made = 0; made < 21; made++) {
      const path = await storedFile(cast, 'image')
      await cast.db.execute(sql`update uploads set state = 'used' where object_path = ${path}`)
    }
    const { said, mended } = await callDoctor(cast, true)
    expect(mended).toBe(0)
    expect(said[0]).toMatch(/^Nothing uses 21 of the 25 pictures that were in use\. Were rows lost/)
  })

  it('have their day even if nothing remembers their upload', async () => {
    await loseTrack()
    await cast.db.execute(sql`delete from uploads where object_path = ${site.audioUrl}`)
    const { key = '' } = audioObject(site.audioUrl) ?? {}
    await callDoctor(cast, true)
    const { said } = await callDoctor(aDayLater(cast), true)
    expect(said).toEqual([
      expect.stringMatching(
        /^Nothing names the file objects\/audio\/[0-9a-f]{3}\/\S+\.mp3\. It is deleted in a day/,
      ),
    ])
    await keepHouse(hours(23))
    expect(await cast.store.stat(key)).toBeDefined()
    expect(await callDoctor(aDayLater(cast))).toMatchObject({ found: 0 })
    await keepHouse(hours(25))
    expect(await cast.store.stat(key)).toBeUndefined()
  })
})

it('an upload that is forgotten while its file is in use is remembered anew', async () => {
  const cast = await startWithCast()
  try {
    const { audioUrl, artworkUrl, trackIds } = await fillSite(cast)
    const files = [audioUrl, artworkUrl]
    const kept = sql`
      select id, user_id, key, state, kind, object_path, content_type, duration from uploads
      where object_path = any(${sql.param(files)}::text[]) order by kind`
    const { rows: before } = await cast.db.execute(kept)
    await cast.db.execute(
      sql`delete from uploads where object_path = any(${sql.param(files)}::text[])`,
    )
    const forgotten = /^The file \S+ is in use, and its upload is forgotten: it would outlast/
    await expectMended(cast, [forgotten, forgotten])
    expect((await cast.db.execute(kept)).rows).toEqual(before)
    await cast.asOwner('DELETE', `/api/tracks/${trackIds[2]}`)
    await removeReleasedFiles(cast)
    for (const { key } of files.flatMap(objectsForPath))
      expect(await cast.store.stat(key)).toBeUndefined()
  } finally {
    await cast.close()
  }
})
