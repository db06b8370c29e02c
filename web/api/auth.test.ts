import { afterEach, describe, expect, it, vi } from 'vitest'
import { preferNoContent } from '#contract/auth.ts'
import { currentUserQuery } from './auth.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function whoIsThere(answer: Response) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => answer)
  vi.stubGlobal('fetch', fetch)
  const client = createQueryClient(vi.fn(), vi.fn())
  return { fetch, user: client.fetchQuery(currentUserQuery) }
}

describe('the current user', () => {
  it('is asked for in a way that takes a visitor for no failure', async () => {
    const { fetch, user } = whoIsThere(Response.json({ id: 'u1' }))
    expect(await user).toEqual({ id: 'u1' })
    const [path, request] = fetch.mock.calls[0] ?? []
    expect(path).toBe('/api/auth/user')
    expect(request?.headers).toEqual({ [preferNoContent.name]: preferNoContent.value })
  })

  it.each([
    ['204', new Response(null, { status: 204 })],
    ['401', new Response('', { status: 401 })],
  ])('is nobody when the server answers %s', async (_status, answer) => {
    expect(await whoIsThere(answer).user).toBeNull()
  })

  it('is unknown when the server fails', async () => {
    await expect(whoIsThere(new Response('', { status: 500 })).user).rejects.toThrow('500: ')
  })
})
