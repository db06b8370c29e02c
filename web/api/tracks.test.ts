import { describe, expect, it, vi } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { discoverQuery } from './discover.ts'
import { createQueryClient } from './query-client.ts'
import { recentTracksQuery, rememberLike } from './tracks.ts'

const track = (id: string) => ({ id, likeCount: 4, likes: [{ userId: 'other' }] }) as Track

describe('a like', () => {
  it('shows in every list with the track, and takes itself back', () => {
    const client = createQueryClient(vi.fn(), vi.fn())
    const recent = recentTracksQuery(12).queryKey
    const discovery: Discovery = {
      curated: [track('a'), track('b')],
      recent: [track('a')],
      trending: [],
      genres: [{ genre: 'folk', tracks: [track('b'), track('a')] }],
    }
    client.setQueryData(recent, [track('a'), track('b')])
    client.setQueryData(discoverQuery.queryKey, discovery)

    rememberLike(client, 'a', 'me', { liked: true, likeCount: 5 })
    const liked = { likeCount: 5, likes: [{ userId: 'me' }, { userId: 'other' }] }
    expect(client.getQueryData(recent)).toMatchObject([liked, { likeCount: 4 }])
    expect(client.getQueryData(discoverQuery.queryKey)).toMatchObject({
      curated: [liked, { likeCount: 4 }],
      recent: [liked],
      genres: [{ genre: 'folk', tracks: [{ likeCount: 4 }, liked] }],
    })

    rememberLike(client, 'a', 'me', { liked: false, likeCount: 4 })
    expect(client.getQueryData(recent)?.[0]).toEqual(track('a'))
  })
})
