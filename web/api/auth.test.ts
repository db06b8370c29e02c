import { expect, test, vi } from 'vitest'
import { preferNoContent } from '#contract/limits.ts'
import { currentUserQuery } from './auth.ts'
import { createQueryClient } from './query-client.ts'

function fetchCurrentUser(response: Response) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => response)
  vi.stubGlobal('fetch', fetch)
  const client = createQueryClient(vi.fn(), vi.fn())
  return { fetch, user: client.fetchQuery(currentUserQuery) }
}

test('current user query: the request prefers 204 over an error for visitors', async () => {
  const { fetch, user } = fetchCurrentUser(Response.json({ id: 'u1' }))
  expect(await user).toEqual({ id: 'u1' })
  const [path, request] = fetch.mock.calls[0] ?? []
  expect(path).toBe('/api/auth/user')
  expect(request?.headers).toEqual({ [preferNoContent.name]: preferNoContent.value })
})

test.each([
  ['204', new Response(null, { status: 204 })],
  ['401', new Response('', { status: 401 })],
])(
  'current user query: the user is null if the response status is %s',
  async (_status, response) => {
    expect(await fetchCurrentUser(response).user).toBeNull()
  },
)

test('current user query: a server error throws', async () => {
  await expect(fetchCurrentUser(new Response('', { status: 500 })).user).rejects.toThrow('500: ')
})
