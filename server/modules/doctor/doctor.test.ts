import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectsConfig } from '#server/config.ts'
import { audioOfPath, filesOfPath } from '#server/platform/objects/keys.ts'
import { withPatience } from '#server/platform/postgres/patient.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { like, makePlaylist, makeUpload } from '#server/testing/factories.ts'
import { startS3ForTests } from '#server/testing/s3.ts'
import { examine, type Outcome, summaryOf } from './examine.ts'

type Said = Outcome & { said: string[] }

async function callDoctor({ postgres, store }: Cast, fix = false): Promise<Said> {
  const said: string[] = []
  const say = (sentence: string) => void said.push(sentence)
  const outcome = await withPatience(postgres.url, (db) => examine({ db, store, say }, { fix }))
  return { ...outcome, said }
}

const pastDay = new Date(Date.now() - 25 * 60 * 60 * 1000)
/** The same store after a day in which nothing happened. */
const aDayLater = (cast: Cast): Cast => ({
  ...cast,
  store: {
    ...cast.store,
    async *list(prefix) {
      for await (const file of cast.store.list(prefix)) yield { ...file, modified: pastDay }
    },
  },
})

/** A registered file of the owner's with bytes in the store. */
async function storedFile({ db, store, owner }: Cast, kind: 'audio' | 'image'): Promise<string> {
  const { objectPath } = await makeUpload(db, owner.id, kind)
  for (const { key, contentType } of filesOfPath(objectPath))
    await store.write(key, Buffer.alloc(1000, kind), { contentType })
  return objectPath
}

type Site = { trackIds: string[]; audioUrl: string; artworkUrl: string; listId: string }

/** Three tracks with sound and artwork, one of them liked, and a playlist of all with a cover. */
async function fill(cast: Cast): Promise<Site> {
  const trackIds: string[] = []
  const made = { audioUrl: '', artworkUrl: '' }
  for (const title of ['One', 'Two', 'Three']) {
    made.audioUrl = await storedFile(cast, 'audio')
    made.artworkUrl = await storedFile(cast, 'image')
    const answer = await cast.asOwner('POST', '/api/tracks', { body: { title, ...made } })
    trackIds.push(((await answer.json()) as { id: string }).id)
  }
  await like(cast.db, cast.stranger.id, trackIds[0] ?? '')
  const coverUrl = await storedFile(cast, 'image')
  const { id: listId } = await makePlaylist(cast.db, cast.owner.id, trackIds, { coverUrl })
  await cast.db.execute(sql`update uploads set state = 'used' where object_path = ${coverUrl}`)
  return { trackIds, ...made, listId }
}

async function expectMended(cast: Cast, problems: (string | RegExp)[]): Promise<void> {
  const told = problems.map((problem) => expect.stringMatching(problem))
  expect(await callDoctor(cast)).toEqual({ found: problems.length, mended: 0, said: told })
  const { found, mended, said } = await callDoctor(cast, true)
  expect({ found, mended }).toEqual({ found: problems.length, mended: problems.length })
  expect(said.every((sentence) => sentence.endsWith(' Mended.'))).toBe(true)
  expect(await callDoctor(cast)).toEqual({ found: 0, mended: 0, said: [] })
}

describe('what is miscounted', () => {
  let cast: Cast
  let site: Site
  beforeAll(async () => {
    cast = await startWithCast()
    site = await fill(cast)
  })
  afterAll(() => cast.close())

  it('is nothing on a site that works', async () => {
    expect(await callDoctor(cast)).toEqual({ found: 0, mended: 0, said: [] })
    expect(summaryOf({ found: 0, mended: 0 }, { fix: false })).toBe('All is well.')
  })

  it.each([
    [
      'likes',
      (id: string) => sql`update tracks set like_count = 7 where id = ${id}`,
      /^The track "One" \(one\) says that it has 7 likes, and it has 1\./,
    ],
    [
      'plays',
      (id: string) => sql`insert into plays (track_id, listener) values (${id}, gen_random_uuid())`,
      /^The track "One" .* was played 0 times, and 1 listeners of the last day are remembered\./,
    ],
    [
      'plays of nothing',
      () =>
        sql`insert into plays (track_id, listener) values (gen_random_uuid(), gen_random_uuid())`,
      /^1 plays are remembered of tracks that are gone\./,
    ],
    [
      'genres',
      () => sql`update genre_counts set tracks = 40 where genre = 'other'`,
      /^The genre other says that it has 40 public tracks, and it has 3\./,
    ],
    [
      'totals',
      () => sql`insert into track_tallies values (1, 0, 5, 0)`,
      /^The totals that the administrator sees/,
    ],
    [
      'the words of a track',
      (id: string) => sql`update tracks set search = '' where id = ${id}`,
      /^Search does not find the track "One"/,
    ],
    [
      'the words of a person',
      () => sql`update users set search = '' where email is not null`,
      /^Search does not find the person "ines-/,
    ],
    [
      'known words',
      () => sql`delete from search_words where word in ('one', 'two')`,
      /^Search does not know 2 words that are in use\./,
    ],
  ])('%s', async (_what, breaking, problem) => {
    await cast.db.execute(breaking(site.trackIds[0] ?? ''))
    await expectMended(cast, [problem])
  })

  it('the tracks and places of a playlist, whose order stays', async () => {
    await cast.db.execute(sql`update playlists set track_count = 9 where id = ${site.listId}`)
    await cast.db.execute(
      sql`update playlist_tracks set position = position * 2 + 1 where playlist_id = ${site.listId}`,
    )
    // One recount puts both right, and the second finding is mended with the first.
    await expectMended(cast, [
      /^The playlist "Slow Morning" .* says that it has 9 tracks, and it has 3\./,
      /^The places in the playlist "Slow Morning" .* are not 0 to 2, each once\./,
    ])
    const { rows } = await cast.db.execute(
      sql`select track_id from playlist_tracks where playlist_id = ${site.listId} order by position`,
    )
    expect(rows.map((row) => row['track_id'])).toEqual(site.trackIds)
  })

  it('is not what changes while the doctor looks', async () => {
    const id = site.trackIds[1] ?? ''
    let looking = true
    const liking = (async () => {
      while (looking) await cast.asStranger('POST', `/api/tracks/${id}/like`)
    })()
    for (let look = 0; look < 5; look++) expect((await callDoctor(cast)).said).toEqual([])
    looking = false
    await liking
  })
})

const s3 = await startS3ForTests()
afterAll(() => s3?.stop())
const stores: [string, ObjectsConfig | undefined][] = [['on disk', undefined]]
if (s3) stores.push(['on S3', s3.config])

describe.each(stores)('files %s', (_where, objects) => {
  let cast: Cast
  let site: Site
  beforeAll(async () => {
    cast = await startWithCast({}, objects)
    site = await fill(cast)
  })
  afterAll(() => cast.close())

  it('that nothing names go after a day, and not before', async () => {
    const stray = [`audio/${randomUUID()}.mp3`, `checking/${randomUUID()}`, 'audio/readme.txt']
    for (const key of stray)
      await cast.store.write(key, Buffer.from('stray'), { contentType: 'audio/mpeg' })
    expect((await callDoctor(cast, true)).found).toBe(0)
    const later = aDayLater(cast)
    const problems = stray.toSorted().map((key) => `^Nothing names the file ${key}\\.`)
    expect((await callDoctor(later)).said).toEqual(problems.map((p) => expect.stringMatching(p)))
    expect(await callDoctor(later, true)).toMatchObject({ found: 3, mended: 3 })
    for (const key of stray) expect(await cast.store.facts(key)).toBeUndefined()
    expect(await callDoctor(later)).toMatchObject({ found: 0 })
  })

  it('that are marked wrongly are marked anew', async () => {
    await cast.db.execute(
      sql`update uploads set state = 'released' where object_path = ${site.audioUrl}`,
    )
    const unused = await storedFile(cast, 'image')
    await cast.db.execute(sql`update uploads set state = 'used' where object_path = ${unused}`)
    const said = (await callDoctor(cast)).said.toSorted()
    expect(said).toEqual(
      [
        `The file ${site.audioUrl} is in use, and marked as released.`,
        `The file ${unused} is marked as used, and nothing uses it.`,
      ].toSorted(),
    )
    expect(await callDoctor(cast, true)).toMatchObject({ found: 2, mended: 2 })
    expect(await callDoctor(cast)).toMatchObject({ found: 0 })
  })

  it('of a picture come back from its other sizes; a picture without any is taken away', async () => {
    const [small, ...others] = filesOfPath(site.artworkUrl).map(({ key }) => key)
    await cast.store.remove(small ?? '')
    await expectMended(cast, [/^The artwork of the track "Three" \(three\) lacks 1 of its 4 sizes/])
    expect((await cast.store.facts(small ?? ''))?.size).toBe(1000)
    for (const key of [small ?? '', ...others]) await cast.store.remove(key)
    await expectMended(cast, [/^The artwork of the track "Three" \(three\) is not in the store/])
    const track = await cast.visitor('GET', '/api/tracks/slug/three')
    expect(await track.json()).toMatchObject({ artworkUrl: null })
  })

  it('of covers and portraits are missed too', async () => {
    const portrait = await storedFile(cast, 'image')
    await cast.db.execute(
      sql`update users set profile_image_url = ${portrait} where id = ${cast.owner.id}`,
    )
    const { rows } = await cast.db.execute<{ path: string }>(
      sql`select cover_url as path from playlists`,
    )
    for (const path of [portrait, rows[0]?.path ?? ''])
      for (const { key } of filesOfPath(path)) await cast.store.remove(key)
    await cast.db.execute(sql`update uploads set state = 'used' where object_path = ${portrait}`)
    await expectMended(cast, [
      /^The cover of the playlist "Slow Morning" \(\S+\) is not in the store/,
      /^The picture of the person "ines-\S+" is not in the store/,
    ])
  })

  it('of sound that are cut or gone need a person', async () => {
    const { key = '', contentType = '' } = audioOfPath(site.audioUrl) ?? {}
    await cast.store.write(key, Buffer.alloc(10), { contentType })
    expect((await callDoctor(cast)).said).toEqual([
      `The sound of the track "Three" (three) has 10 bytes in the store, and had 1000: ${site.audioUrl}. Put the file back from a backup, or delete the track.`,
    ])
    await cast.store.remove(key)
    const outcome = await callDoctor(cast, true)
    expect(outcome).toEqual({
      found: 1,
      mended: 0,
      said: [
        `The sound of the track "Three" (three) is not in the store: ${site.audioUrl}. Put the file back from a backup, or delete the track.`,
      ],
    })
    expect(summaryOf(outcome, { fix: true })).toBe('1 thing found, 0 mended: the rest needs you.')
  })

  it('that nothing names are left alone where most are: it may be the wrong database', async () => {
    const strays = Array.from({ length: 40 }, () => `images/${randomUUID()}/96.webp`)
    const removed: string[] = []
    const store: Cast['store'] = {
      ...cast.store,
      async *list(prefix) {
        yield* cast.store.list(prefix)
        for (const key of strays)
          if (key.startsWith(prefix)) yield { key, size: 1, modified: pastDay }
      },
      remove: async (key) => void removed.push(key),
    }
    const { said, mended } = await callDoctor({ ...cast, store }, true)
    expect({ mended, removed }).toEqual({ mended: 0, removed: [] })
    expect(said).toContainEqual(
      expect.stringMatching(
        /^Nothing names 40 of the \d+ files in this store\. Is it the database/,
      ),
    )
  })

  it('are left alone where most sounds are missing: it may be the wrong store', async () => {
    const stray = `images/${randomUUID()}/96.webp`
    await cast.store.write(stray, Buffer.from('stray'), { contentType: 'image/webp' })
    await cast.db.execute(
      sql`update tracks set audio_url = '/objects/audio/' || gen_random_uuid() || '.mp3'`,
    )
    const { said, mended } = await callDoctor(aDayLater(cast), true)
    expect(mended).toBe(0)
    expect(said[0]).toMatch(/^Only 0 of 3 tracks have their sound in this store\. Is it the right/)
    expect(await cast.store.facts(stray)).toBeDefined()
  })
})
