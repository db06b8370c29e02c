import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  createFixtures,
  expectRepaired,
  type Fixtures,
  runDoctor,
} from '#server/testing/doctor-fixtures.ts'
import { makePlaylist } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { formatSummary } from './service.ts'

const testSite = setUpTestSite()
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await createFixtures(testSite)
})

test('doctor: a healthy site has no issues', async () => {
  expect(await runDoctor(testSite)).toEqual({ found: 0, repaired: 0, output: [] })
  expect(formatSummary({ found: 0, repaired: 0 }, { fix: false })).toBe('No problems found.')
})

test.each([
  [
    'likes',
    (id: string) => sql`update tracks set like_count = 7 where id = ${id}`,
    /^The track "One" \(one\) has a like count of 7, but 1 likes\./,
  ],
  [
    'plays',
    (id: string) => sql`
        with played as (insert into daily_plays values ((now() at time zone 'utc')::date, 1))
        insert into plays (track_id, listener) values (${id}, gen_random_uuid())`,
    /^The track "One" .* has a play count of 0, but 1 plays of the last day are recorded\./,
  ],
  [
    'plays of a day',
    () => sql`update daily_plays set plays = 0`,
    /^The day \d{4}-\d\d-\d\d has a total of 0 plays, but 1 are recorded\./,
  ],
  [
    'plays of nothing',
    () => sql`insert into plays (track_id, listener) values (gen_random_uuid(), gen_random_uuid())`,
    /^1 recorded plays belong to deleted tracks\./,
  ],
  [
    'pending plays of nothing',
    () =>
      sql`insert into pending_plays (track_id, day, plays) values (gen_random_uuid(), current_date, 3)`,
    /^1 recorded plays belong to deleted tracks\./,
  ],
  [
    'genres',
    () => sql`update genre_counts set tracks = 40 where genre = 'other'`,
    /^The genre other has a track count of 40, but 3 public tracks\./,
  ],
  [
    'durations of genres',
    () => sql`update genre_counts set duration = duration + 7 where genre = 'other'`,
    /^The total time of the genre other is wrong by 7 s\./,
  ],
  [
    'totals',
    () => sql`insert into track_tallies values (1, 0, 5, 0)`,
    /^The totals in the dashboard/,
  ],
  [
    'the most played tracks',
    (id: string) => sql`delete from top_tracks where track_id = ${id}`,
    /^Of the most played tracks that search checks first, 1 are missing/,
  ],
  [
    'the search terms of a track',
    (id: string) => sql`update tracks set search = '' where id = ${id}`,
    /^Search does not find the track "One"/,
  ],
  [
    'the search terms of a user',
    () => sql`update users set search = '' where email is not null`,
    /^Search does not find the user "ines-/,
  ],
  [
    'indexed terms',
    () => sql`delete from search_words where word in ('one', 'two')`,
    /^The search index lacks 2 words of public content\./,
  ],
])(
  'doctor: an inconsistency of "%s" is reported and repaired',
  async (_what, breaking, problem) => {
    await testSite.db.execute(breaking(fixtures.trackIds[0] ?? ''))
    await expectRepaired(testSite, [problem])
  },
)

test('doctor: a release that search finds by its artist and label has no issues', async () => {
  const names = { artist: 'Low Tide Choir', label: 'North' }
  await makePlaylist(testSite.db, testSite.owner.id, [], { type: 'album', ...names })
  expect((await runDoctor(testSite)).output).toEqual([])
})

test('doctor: the track count and positions of a playlist are repaired, and its order stays', async () => {
  await testSite.db.execute(sql`update playlists set track_count = 9 where id = ${fixtures.listId}`)
  await testSite.db.execute(
    sql`update playlist_tracks set position = position * 2 + 1 where playlist_id = ${fixtures.listId}`,
  )
  // One recount fixes both, and the second issue is repaired with the first.
  await expectRepaired(testSite, [
    /^The playlist "Slow Morning" .* has a track count of 9, but 3 tracks\./,
    /^The positions in the playlist "Slow Morning" .* are not 0 to 2, each once\./,
  ])
  const { rows } = await testSite.db.execute(
    sql`select track_id from playlist_tracks where playlist_id = ${fixtures.listId} order by position`,
  )
  expect(rows.map((row) => row['track_id'])).toEqual(fixtures.trackIds)
})

test('doctor: concurrent changes are not reported as issues', async () => {
  const id = fixtures.trackIds[1] ?? ''
  let isChecking = true
  const liking = (async () => {
    while (isChecking) await testSite.asOtherUser('POST', `/api/tracks/${id}/like`)
  })()
  for (let run = 0; run < 5; run++) expect((await runDoctor(testSite)).output).toEqual([])
  isChecking = false
  await liking
})
