import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Playlist } from '#contract/playlists.ts'
import { playlists } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeTracks } from '#server/testing/factories.ts'
import { makeTrackIds, storedOrder } from '#server/testing/playlist-client.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const own = async (count: number) => {
  const users = Array.from({ length: count }, () => ({ userId: site.owner.id }))
  return (await makeTracks(site.db, users)).map(({ id }) => id)
}
type Body = { trackIds: unknown; key?: string; title?: string; type?: string }
async function create(body: Body, call: Caller = site.asOwner) {
  const response = await call('POST', '/api/playlists', {
    body: { title: 'Thaw', type: 'album', ...body },
  })
  return { status: response.status, ...((await response.json()) as Playlist & { message: string }) }
}
/** Creates none, and says why. */
async function refusal(body: Body) {
  const title = `Refused ${randomUUID()}`
  const { status, message } = await create({ ...body, title })
  expect(await site.db.$count(playlists, eq(playlists.title, title))).toBe(0)
  return [status, message]
}

test('creating a release with its tracks: they are in it, in their order', async () => {
  const ids = (await own(5)).toReversed()
  const { status, id, trackCount } = await create({ trackIds: ids })
  expect([status, trackCount]).toEqual([201, 5])
  expect(await storedOrder(site.db, id)).toEqual(ids)
})

test('creating a release with its tracks: a playlist takes tracks of others, and 500 of them', async () => {
  const ids = [...(await own(499)), ...(await makeTrackIds(site.db, site.otherUser.id, 1))]
  const shuffled = [...ids.slice(250), ...ids.slice(0, 250)]
  const { status, id } = await create({ trackIds: shuffled, type: 'playlist' })
  expect(status).toBe(201)
  expect(await storedOrder(site.db, id)).toEqual(shuffled)
})

test('creating a release with its tracks: more than 200 are refused, and nothing is created', async () => {
  const message = 'A release can have 200 tracks at most'
  expect(await refusal({ trackIds: await own(500) })).toEqual([409, message])
})

test('creating a release with its tracks: the same track twice is refused, and nothing is created', async () => {
  const [first, second] = await own(2)
  const message = 'Each track can be in the list once'
  expect(await refusal({ trackIds: [first, second, first] })).toEqual([400, message])
})

test.each([['x'], [['x']], [null], [[null]], [{ length: 1 }]])(
  'creating a release with its tracks: what is no list of ids is refused (%j)',
  async (trackIds) => {
    expect((await refusal({ trackIds }))[0]).toBe(400)
  },
)

test('creating a release with its tracks: a track of another user is refused, and nothing is created', async () => {
  const [other] = await makeTrackIds(site.db, site.otherUser.id, 1)
  const trackIds = [...(await own(2)), other]
  const message = 'A release can have only your own tracks.'
  expect(await refusal({ trackIds })).toEqual([409, message])
})

test('creating a release with its tracks: hidden and missing tracks are refused alike', async () => {
  const hidden = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  for (const id of [hidden.id, randomUUID()])
    expect(await refusal({ trackIds: [...(await own(1)), id] })).toEqual([404, 'Track not found'])
})

test('creating a release with its tracks: the error names the track that is on another release', async () => {
  const [free] = await own(1)
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Northbound' })
  await makePlaylist(site.db, site.owner.id, [id], { type: 'album', title: 'Tide Tables' })
  const message = '"Northbound" is already on "Tide Tables".'
  expect(await refusal({ trackIds: [free, id] })).toEqual([409, message])
  expect((await create({ trackIds: [free, id], type: 'playlist' })).status).toBe(201)
})

test('a release that is created again with its key: what arrived later is put in its place', async () => {
  const [first, late, last, more] = await own(4)
  const key = randomUUID()
  const { id } = await create({ key, trackIds: [first, last] })
  const again = await create({ key, trackIds: [first, late, last], title: 'Other' })
  expect(again).toMatchObject({ status: 201, id, title: 'Thaw', trackCount: 3 })
  expect(await storedOrder(site.db, id)).toEqual([first, late, last])
  await create({ key, trackIds: [last, more] })
  expect(await storedOrder(site.db, id)).toEqual([last, more, first, late])
  await create({ key, trackIds: [] })
  expect(await storedOrder(site.db, id)).toEqual([last, more, first, late])
})

test('a release that is created again with its key: a refused track changes nothing', async () => {
  const [first, second] = await own(2)
  const [other] = await makeTrackIds(site.db, site.otherUser.id, 1)
  const key = randomUUID()
  const { id } = await create({ key, trackIds: [first] })
  expect((await create({ key, trackIds: [second, other, first] })).status).toBe(409)
  expect(await storedOrder(site.db, id)).toEqual([first])
})

test('a release that is created again with its key: requests at the same time make one of each', async () => {
  const ids = await own(6)
  const key = randomUUID()
  const responses = await Promise.all(
    ids.map((_, n) => create({ key, trackIds: ids.slice(0, n + 1) })),
  )
  expect(new Set(responses.map(({ status, id }) => `${status} ${id}`)).size).toBe(1)
  const [{ id = '' } = {}] = responses
  await create({ key, trackIds: ids })
  expect(await storedOrder(site.db, id)).toEqual(ids)
})

test('a release that is created again with its key: after it was deleted it is there again, whole', async () => {
  const ids = await own(3)
  const key = randomUUID()
  const { id } = await create({ key, trackIds: ids.slice(0, 2) })
  await site.asOwner('DELETE', `/api/playlists/${id}`)
  expect(await create({ key, trackIds: ids })).toMatchObject({ status: 201, id })
  expect(await storedOrder(site.db, id)).toEqual(ids)
})

test('a release that is created again with its key: a track that was deleted is not found', async () => {
  const [first = '', second] = await own(2)
  const key = randomUUID()
  const { id } = await create({ key, trackIds: [first] })
  await site.asOwner('DELETE', `/api/tracks/${first}`)
  expect(await create({ key, trackIds: [first, second] })).toMatchObject({ status: 404 })
  await create({ key, trackIds: [second] })
  expect(await storedOrder(site.db, id)).toEqual([second])
})

test('creating releases with a common track at the same time: it is in one of them', async () => {
  const trackIds = await own(2)
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      create({ trackIds: n % 2 ? trackIds : trackIds.toReversed(), title: `At once ${n}` }),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(5).fill(409)])
  const created = responses.find(({ status }) => status === 201)
  expect((await storedOrder(site.db, created?.id ?? '')).toSorted()).toEqual(trackIds.toSorted())
})

test('creating a release with its tracks: one that is deleted at the same time leaves no gap', async () => {
  const ids = await own(8)
  const key = randomUUID()
  const { id } = await create({ key, trackIds: ids.slice(0, 4) })
  const responses = await Promise.all([
    ...ids.slice(2, 6).map((trackId) => site.asOwner('DELETE', `/api/tracks/${trackId}`)),
    ...Array.from({ length: 4 }, () => create({ key, trackIds: ids })),
  ])
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  const kept = [...ids.slice(0, 2), ...ids.slice(6)]
  expect(kept).toEqual(expect.arrayContaining(await storedOrder(site.db, id)))
})
