import { expect, test, vi } from 'vitest'
import * as routes from '#contract/routes.ts'
import { ApiError, fetchJson, listPages, request } from './client.ts'

function stubFetch(body: string | null, init: ResponseInit) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => new Response(body, init))
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const json = { 'content-type': 'application/json; charset=utf-8' }

test('request: it sends cookies, and the body as JSON', async () => {
  const fetch = stubFetch('{}', { headers: json })
  await request(routes.createPlaylist, { body: { title: 'Bench Tests' } })
  expect(fetch).toHaveBeenCalledWith('/api/playlists', {
    method: 'POST',
    credentials: 'include',
    body: '{"title":"Bench Tests"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('request: it sends no content type without a body', async () => {
  const fetch = stubFetch('{}', { headers: json })
  await request(routes.listTracks)
  expect(fetch.mock.calls[0]?.[1]).toEqual({ method: 'GET', credentials: 'include' })
})

test('request: it reads a response without JSON as an empty object', async () => {
  stubFetch('{"liked":true}', { headers: json })
  expect(await request(routes.likeTrack, { params: { id: 'a' } })).toEqual({ liked: true })
  stubFetch('<p>hello</p>', { headers: { 'content-type': 'text/html' } })
  expect(await request(routes.listTracks)).toEqual({})
  stubFetch(null, { status: 204 })
  expect(await request(routes.deleteTrack, { params: { id: 'a' } })).toEqual({})
})

test('request: it throws "status: body", or "status: status text" if the body is empty', async () => {
  stubFetch('{"message":"No such track"}', { status: 404, statusText: 'Not Found' })
  await expect(fetchJson('/x')).rejects.toMatchObject({
    message: '404: {"message":"No such track"}',
    status: 404,
    serverMessage: 'No such track',
  })
  stubFetch('', { status: 503, statusText: 'Service Unavailable' })
  const failure = await fetchJson('/x').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    message: '503: Service Unavailable',
    serverMessage: undefined,
  })
})

const pages = listPages(routes.listUserTracks, { params: { id: 'x' }, query: { limit: 2 } })
const fetchFirst = () => pages.queryFn({ pageParam: pages.initialPageParam })

test('listPages: the URL of the next page is in the Link header', async () => {
  const link = '</api/users/x/tracks?limit=2&cursor=abc>; rel="next"'
  const fetch = stubFetch('[1,2]', { headers: { ...json, link } })
  expect(await fetchFirst()).toEqual({
    items: [1, 2],
    next: '/api/users/x/tracks?limit=2&cursor=abc',
  })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/users/x/tracks?limit=2')
})

test('listPages: the last page has no next', async () => {
  stubFetch('[3]', { headers: json })
  expect(await fetchFirst()).toEqual({ items: [3], next: null })
})

test('listPages: an error status throws', async () => {
  stubFetch('{"message":"User not found"}', { status: 404 })
  await expect(fetchFirst()).rejects.toThrow(ApiError)
})
