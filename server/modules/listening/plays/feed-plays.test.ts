import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackDailyStats } from '#server/database/schema.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { flushAllPlays } from '#server/testing/flush-plays.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'

const site = setUpTestSite()
const antennaPod = 'AntennaPod/3.4.0'

async function publish() {
  const audioPath = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
  return makeTrack(site.db, site.owner.id, { audioPath })
}
const fetchAudio = async (
  { id }: { id: string },
  headers: Record<string, string>,
  { call = site.visitor, method = 'GET', query = '?source=feed' } = {},
) => {
  const response = await call(method, `/api/tracks/${id}/audio${query}`, { headers })
  expect([200, 206, 304]).toContain(response.status)
  await response.arrayBuffer()
}
async function feedPlaysOf({ id }: { id: string }) {
  await flushAllPlays(site.db)
  const [row] = await site.db.select().from(trackDailyStats).where(eq(trackDailyStats.trackId, id))
  return row?.feedPlays ?? 0
}

test('feeds: the first bytes of an enclosure count as a play, once for each app and day', async () => {
  const track = await publish()
  await fetchAudio(track, { 'user-agent': antennaPod, range: 'bytes=0-1' })
  await fetchAudio(track, { 'user-agent': antennaPod })
  await fetchAudio(track, { 'user-agent': 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)' })
  expect(await feedPlaysOf(track)).toBe(2)
})

test.each([
  ['later bytes', { range: 'bytes=100-200' }],
  ['a file that the app has already', { 'if-none-match': '"x"' }],
  ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot)' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
])('feeds: %s counts as no play', async (_name, headers) => {
  const track = await publish()
  await fetchAudio(track, { 'user-agent': antennaPod, ...headers })
  expect(await feedPlaysOf(track)).toBe(0)
})

test('feeds: neither a HEAD request, nor the owner, nor a request of the site is a play', async () => {
  const track = await publish()
  const headers = { 'user-agent': antennaPod }
  await fetchAudio(track, headers, { method: 'HEAD' })
  await fetchAudio(track, headers, { call: site.asOwner })
  await fetchAudio(track, headers, { query: '' })
  await fetchAudio(track, headers, { query: '?source=other' })
  expect(await feedPlaysOf(track)).toBe(0)
})
