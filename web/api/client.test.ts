import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallError, callServer, readListPage } from './client.ts'

function serverAnswers(body: string | null, init: ResponseInit) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => new Response(body, init))
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const json = { 'content-type': 'application/json; charset=utf-8' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('callServer', () => {
  it('sends cookies, and a body as JSON', async () => {
    const fetch = serverAnswers('{}', { headers: json })
    await callServer('POST', '/api/playlists', { body: { title: 'Bench Tests' } })
    expect(fetch).toHaveBeenCalledWith('/api/playlists', {
      method: 'POST',
      credentials: 'include',
      body: '{"title":"Bench Tests"}',
      headers: { 'content-type': 'application/json' },
    })
  })

  it('sends no content type without a body', async () => {
    const fetch = serverAnswers('{}', { headers: json })
    await callServer('GET', '/api/tracks')
    expect(fetch.mock.calls[0]?.[1]).toEqual({ method: 'GET', credentials: 'include' })
  })

  it('reads a JSON answer, and takes any other as an empty object', async () => {
    serverAnswers('{"liked":true}', { headers: json })
    expect(await callServer('POST', '/api/tracks/a/like')).toEqual({ liked: true })
    serverAnswers('<p>hello</p>', { headers: { 'content-type': 'text/html' } })
    expect(await callServer('GET', '/api/tracks')).toEqual({})
    serverAnswers(null, { status: 204 })
    expect(await callServer('DELETE', '/api/tracks/a')).toEqual({})
  })

  it('raises "status: body", or "status: status text" when the body is empty', async () => {
    serverAnswers('{"message":"No such track"}', { status: 404, statusText: 'Not Found' })
    await expect(callServer('GET', '/x')).rejects.toMatchObject({
      message: '404: {"message":"No such track"}',
      status: 404,
      serverMessage: 'No such track',
    })
    serverAnswers('', { status: 503, statusText: 'Service Unavailable' })
    const failure = await callServer('GET', '/x').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallError)
    expect(failure).toMatchObject({
      message: '503: Service Unavailable',
      serverMessage: undefined,
    })
  })
})

describe('readListPage', () => {
  const read = () => readListPage('/api/users/x/tracks?limit=2', new AbortController().signal)

  it('finds the next page in the Link header', async () => {
    const link = '</api/users/x/tracks?limit=2&cursor=abc>; rel="next"'
    serverAnswers('[1,2]', { headers: { ...json, link } })
    expect(await read()).toEqual({
      items: [1, 2],
      next: '/api/users/x/tracks?limit=2&cursor=abc',
    })
  })

  it('knows the last page', async () => {
    serverAnswers('[3]', { headers: json })
    expect(await read()).toEqual({ items: [3], next: null })
  })

  it('fails as every call does', async () => {
    serverAnswers('{"message":"User not found"}', { status: 404 })
    await expect(read()).rejects.toThrow(CallError)
  })
})
