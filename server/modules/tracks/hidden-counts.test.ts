import { beforeEach, expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
type Counts = Pick<Track, 'id' | 'playCount' | 'likeCount'>
let id: string

const hide = (hideCounts: boolean) =>
  site.asOwner('PUT', '/api/users/profile', { body: { hideCounts } })
const read = async <T>(call: Promise<Response>) => (await (await call).json()) as T
const countsOf = ({ playCount, likeCount }: Pick<Track, 'playCount' | 'likeCount'>) => [
  playCount,
  likeCount,
]

beforeEach(async () => {
  ;({ id } = await makeTrack(site.db, site.owner.id, { flushedPlays: 7, likeCount: 3 }))
  await site.asOtherUser('POST', `/api/tracks/${id}/like`)
  expect((await hide(true)).status).toBe(200)
})

test('hidden counts: the owner sees them, others and visitors do not', async () => {
  const seenBy = async (caller: typeof site.visitor) =>
    countsOf(await read<Track>(caller('GET', `/api/tracks/slug/${id}`)))
  expect(await seenBy(site.visitor)).toEqual([null, null])
  expect(await seenBy(site.asOtherUser)).toEqual([null, null])
  expect(await seenBy(site.asOwner)).toEqual([7, 4])
})

test('hidden counts: who likes the track does not reveal how many do', async () => {
  const likes = async (caller: typeof site.visitor) =>
    (await read<Track>(caller('GET', `/api/tracks/slug/${id}`))).likes
  expect(await likes(site.visitor)).toEqual([])
  expect(await likes(site.asOtherUser)).toEqual([{ userId: site.otherUser.id }])
  expect(await likes(site.asOwner)).toEqual([{ userId: site.otherUser.id }])
})

test('hidden counts: the responses to a like and a play do not tell them', async () => {
  const like = () => read<object>(site.asOtherUser('POST', `/api/tracks/${id}/like`))
  expect(await like()).toEqual({ liked: false, likeCount: null })
  const play = (caller: typeof site.visitor) =>
    read<object>(caller('POST', `/api/tracks/${id}/play`))
  expect(await play(site.visitor)).toEqual({ counted: true, playCount: null })
  expect(await play(site.asOwner)).toEqual({ counted: true, playCount: 9 })
})

test('hidden counts: home hides them from visitors and shows them to the owner', async () => {
  const home = async (caller: typeof site.visitor) => {
    const { trending } = await read<Discovery>(caller('GET', '/api/discover'))
    return trending.filter((track) => track.id === id).map(countsOf)
  }
  expect(await home(site.visitor)).toEqual([[null, null]])
  expect(await home(site.asOwner)).toEqual([[7, 4]])
})

test('hidden counts: lists keep their order, and cursors do not tell the counts', async () => {
  const fewer = await makeTrack(site.db, site.owner.id, { flushedPlays: 6 })
  const more = await makeTrack(site.db, site.owner.id, { flushedPlays: 8 })
  const expected = [more.id, id, fewer.id]
  const listed: string[] = []
  let path: string | undefined = `/api/users/${site.owner.id}/tracks?sort=plays&limit=1`
  while (path) {
    const response: Response = await site.visitor('GET', path)
    const tracks = (await response.json()) as Counts[]
    expect(tracks.map(countsOf)).toEqual([[null, null]])
    listed.push(...tracks.map((track) => track.id))
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    const cursor = path && new URL(path, 'http://localhost').searchParams.get('cursor')
    const [content = ''] = cursor?.split('.') ?? []
    if (cursor) expect(JSON.parse(Buffer.from(content, 'base64url').toString())[1]).toBe(-1)
  }
  expect(listed.filter((each) => expected.includes(each))).toEqual(expected)
  expect(new Set(listed).size).toBe(listed.length)
})

test('hidden counts: a cursor with any number does not tell them, nor one of another list', async () => {
  await makeTrack(site.db, site.otherUser.id, { flushedPlays: 5 })
  await makeTrack(site.db, site.otherUser.id, { flushedPlays: 9 })
  const list = `/api/users/${site.owner.id}/tracks?sort=plays`
  const statusOf = async (cursor: string) =>
    (await site.visitor('GET', `${list}&cursor=${cursor}`)).status
  for (const sort of ['plays', 'likes', 'popular'] as const)
    expect(await statusOf(encodeCursor(sort, 6, site.owner.id))).toBe(400)
  const others = `/api/users/${site.otherUser.id}/tracks?sort=plays&limit=1`
  const next = (await site.visitor('GET', others)).headers.get('link')
  const [, cursor = ''] = /cursor=([^>&]+)/.exec(next ?? '') ?? []
  expect((await site.visitor('GET', `${others}&cursor=${cursor}`)).status).toBe(200)
  expect(await statusOf(cursor)).toBe(400)
})

test('hidden counts: they are shown again once the owner wants that', async () => {
  await hide(false)
  const track = await read<Track>(site.visitor('GET', `/api/tracks/slug/${id}`))
  expect(countsOf(track)).toEqual([7, 4])
})
