import { expect, expectTypeOf, test } from 'vitest'
import { type BodyInput, type RouteInput, type RouteResponse, urlFor } from './client.ts'
import * as routes from './routes.ts'
import type { Track } from './tracks.ts'

test('urlFor encodes path parameters', () => {
  expect(urlFor(routes.likeTrack, { params: { id: 'a1' } })).toBe('/api/tracks/a1/like')
  expect(urlFor(routes.getPlaylistBySlug, { params: { slug: '50% off/now' } })).toBe(
    '/api/playlists/slug/50%25%20off%2Fnow',
  )
  expect(urlFor(routes.removePlaylistTrack, { params: { id: 'p', trackId: 't' } })).toBe(
    '/api/playlists/p/tracks/t',
  )
})

test('urlFor encodes query values and leaves out those that are not set', () => {
  expect(urlFor(routes.listTracks)).toBe('/api/tracks')
  expect(urlFor(routes.listTracks, { query: { userId: 'u1', sort: 'plays', limit: 5 } })).toBe(
    '/api/tracks?userId=u1&sort=plays&limit=5',
  )
  expect(urlFor(routes.listTracks, { query: { limit: 12, q: undefined } })).toBe(
    '/api/tracks?limit=12',
  )
  expect(urlFor(routes.login, { query: { returnTo: '/discover?x=1' } })).toBe(
    '/api/login?returnTo=%2Fdiscover%3Fx%3D1',
  )
})

test('the types of a route follow from its definition', () => {
  expectTypeOf<RouteInput<typeof routes.likeTrack>['params']>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<RouteResponse<typeof routes.listTracks>>().toEqualTypeOf<Track[]>()
  expectTypeOf<RouteResponse<typeof routes.likeTrack>>().toEqualTypeOf<{
    liked: boolean
    likeCount: number | null
  }>()
  expectTypeOf<RouteResponse<typeof routes.deleteTrack>>().toEqualTypeOf<Record<string, never>>()
  expectTypeOf<BodyInput<typeof routes.addPlaylistTrack>>().toEqualTypeOf<{ trackId: string }>()
})
