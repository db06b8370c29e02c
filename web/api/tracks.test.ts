import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { createQueryClient } from './query-client.ts'
import { searchQuery } from './search.ts'
import {
  discoverQuery,
  findCachedTrack,
  recentTracksQuery,
  setLikeInCache,
  trackQuery,
} from './tracks.ts'

const track = (id: string) =>
  ({ id, slug: `slug-${id}`, audioUrl: id, likeCount: 4, likes: [{ userId: 'other' }] }) as Track

test('setLikeInCache: a like updates every list with the track and can be reverted', () => {
  const client = createQueryClient(vi.fn(), vi.fn())
  const recent = recentTracksQuery.queryKey
  const discovery: Discovery = {
    curated: [track('a'), track('b')],
    recent: [track('a')],
    trending: [],
    genres: [{ genre: 'folk', tracks: [track('b'), track('a')] }],
    releases: [],
  }
  client.setQueryData(recent, [track('a'), track('b')])
  client.setQueryData(discoverQuery.queryKey, discovery)
  const found = searchQuery('ferry', 3).queryKey
  client.setQueryData(found, {
    tracks: [track('b'), track('a')],
    users: [],
    albums: [],
    playlists: [],
  })

  setLikeInCache(client, 'a', 'me', { liked: true, likeCount: 5 })
  const liked = { likeCount: 5, likes: [{ userId: 'me' }, { userId: 'other' }] }
  expect(client.getQueryData(recent)).toMatchObject([liked, { likeCount: 4 }])
  expect(client.getQueryData(discoverQuery.queryKey)).toMatchObject({
    curated: [liked, { likeCount: 4 }],
    recent: [liked],
    genres: [{ genre: 'folk', tracks: [{ likeCount: 4 }, liked] }],
  })
  expect(client.getQueryData(found)).toMatchObject({ tracks: [{ likeCount: 4 }, liked] })

  setLikeInCache(client, 'a', 'me', { liked: false, likeCount: 4 })
  expect(client.getQueryData(recent)?.[0]).toEqual(track('a'))
})

test('setLikeInCache: a response to an earlier request does not revert the like', async () => {
  const client = createQueryClient(vi.fn(), vi.fn())
  const { queryKey } = trackQuery('a')
  const resolvers: ((track: Track) => void)[] = []
  const queryFn = () => new Promise<Track>((resolve) => resolvers.push(resolve))
  client.setQueryData(queryKey, track('a'))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => {})
  void client.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(resolvers).toHaveLength(1))

  setLikeInCache(client, 'a', 'me', { liked: true, likeCount: 5 })
  resolvers[0]?.(track('a'))
  await vi.waitFor(() => expect(resolvers).toHaveLength(2))
  expect(client.getQueryData(queryKey)?.likeCount).toBe(5)
  resolvers[1]?.({ ...track('a'), likeCount: 6 })
  await vi.waitFor(() => expect(client.getQueryData(queryKey)?.likeCount).toBe(6))
  stop()
})

function fetchTrack(response: Response | Error) {
  const fetch = vi.fn(async (_path: string) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetch)
  const client = createQueryClient(vi.fn(), vi.fn())
  return { fetch, result: client.fetchQuery(trackQuery('soft landing')) }
}

test('trackQuery: one request fetches a track by slug or id', async () => {
  const { fetch, result } = fetchTrack(Response.json(track('a')))
  expect(await result).toEqual(track('a'))
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/tracks/slug/soft%20landing')
})

test('trackQuery: the result is null if the track does not exist', async () => {
  expect(await fetchTrack(new Response('', { status: 404 })).result).toBeNull()
})

test.each([new Response('', { status: 500 }), new TypeError('network')])(
  'trackQuery: server and network errors throw the same message',
  async (failure) => {
    await expect(fetchTrack(failure).result).rejects.toThrow(/^Failed to fetch track$/)
  },
)

const client = createQueryClient(vi.fn(), vi.fn())
client.setQueryData(trackQuery('gone').queryKey, null)
client.setQueryData(trackQuery('a').queryKey, track('a'))
client.setQueryData(recentTracksQuery.queryKey, [track('b')])
client.setQueryData(discoverQuery.queryKey, {
  curated: [],
  recent: [],
  trending: [],
  releases: [],
  genres: [{ genre: 'folk', tracks: [track('c')] }],
})
const results = { tracks: [track('d')], users: [], albums: [], playlists: [] }
client.setQueryData(searchQuery('ferry', 3).queryKey, results)

test.each(['a', 'b', 'c', 'd'])('findCachedTrack: track %s is found by slug and by id', (id) => {
  expect(findCachedTrack(client, id)).toEqual(track(id))
  expect(findCachedTrack(client, `slug-${id}`)).toEqual(track(id))
})

test('findCachedTrack: a track that is not cached is undefined', () => {
  expect(findCachedTrack(client, 'gone')).toBeUndefined()
  expect(findCachedTrack(createQueryClient(vi.fn(), vi.fn()), 'a')).toBeUndefined()
})
