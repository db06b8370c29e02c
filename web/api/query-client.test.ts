import { MutationObserver, notifyManager, type QueryKey } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, serverMessage } from './client.ts'
import { createQueryClient, getQueryFn } from './query-client.ts'

function stubResponse(status: number, body: unknown) {
  const fetch = vi.fn(
    async (_path: string) =>
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('queries: the URL is the query key joined with slashes', async () => {
  const fetch = stubResponse(200, { id: 'u1' })
  const client = createQueryClient(vi.fn(), vi.fn())
  expect(await client.fetchQuery({ queryKey: ['/api/users', 'u1', 'playlists'] })).toEqual({
    id: 'u1',
  })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/users/u1/playlists')
})

test('queries: a 401 throws unless on401 is returnNull', async () => {
  stubResponse(401, { message: 'Not signed in' })
  const client = createQueryClient(vi.fn(), vi.fn())
  const queryKey: QueryKey = ['/api/auth/user']
  await expect(client.fetchQuery({ queryKey })).rejects.toThrow('401: {"message":"Not signed in"}')
  expect(
    await client.fetchQuery({ queryKey, queryFn: getQueryFn({ on401: 'returnNull' }) }),
  ).toBeNull()
  stubResponse(500, { message: 'Broken' })
  const other = { queryKey: ['/api/x'], queryFn: getQueryFn({ on401: 'returnNull' }) }
  await expect(client.fetchQuery(other)).rejects.toThrow('500: {"message":"Broken"}')
})

test('queries: a query is not retried and never becomes stale', async () => {
  const fetch = stubResponse(500, {})
  const client = createQueryClient(vi.fn(), vi.fn())
  await client.fetchQuery({ queryKey: ['/api/tracks'] }).catch(() => {})
  expect(fetch).toHaveBeenCalledTimes(1)
  stubResponse(200, [])
  await client.fetchQuery({ queryKey: ['/api/tracks'] })
  const again = stubResponse(200, ['changed'])
  expect(await client.fetchQuery({ queryKey: ['/api/tracks'] })).toEqual([])
  expect(again).not.toHaveBeenCalled()
})

test('queries: a query is not refetched on window focus or on an interval', () => {
  const { queries, mutations } = createQueryClient(vi.fn(), vi.fn()).getDefaultOptions()
  expect(queries).toMatchObject({
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  expect(mutations).toMatchObject({ retry: false })
})

describe('failed mutations', () => {
  const signInAgain = vi.fn()
  afterEach(() => signInAgain.mockClear())

  async function notificationsFor(
    meta?: Record<string, unknown>,
    error = new Error('500: Broken'),
  ) {
    const notify = vi.fn()
    const client = createQueryClient(notify, signInAgain)
    const mutationFn = vi.fn(async () => {
      throw error
    })
    const observer = new MutationObserver(client, { mutationFn, ...(meta && { meta }) })
    await observer.mutate().catch(() => {})
    expect(mutationFn).toHaveBeenCalledTimes(1)
    return notify.mock.calls
  }

  test('failed mutations: the user is notified once with the default message', async () => {
    expect(await notificationsFor()).toEqual([
      [{ title: 'Error', text: 'Something went wrong. Please try again.', tone: 'failure' }],
    ])
  })

  test('failed mutations: a mutation can set the message, also as a function of the error', async () => {
    const message = { title: 'Failed to add', text: 'Could not add track to playlist.' }
    expect(await notificationsFor({ onFailure: message })).toEqual([
      [{ ...message, tone: 'failure' }],
    ])
    const messageFor = (error: Error) => ({ title: error.message })
    expect(await notificationsFor({ onFailure: messageFor })).toMatchObject([
      [{ title: '500: Broken' }],
    ])
  })

  test("failed mutations: the default text replaces a server's message that is missing", async () => {
    const onFailure = (error: Error) => ({ title: 'Update failed', text: serverMessage(error) })
    const refused = new ApiError(400, 'Bad Request', '{"message":"Playlist title is required"}')
    expect(await notificationsFor({ onFailure }, refused)).toEqual([
      [{ title: 'Update failed', text: 'Playlist title is required', tone: 'failure' }],
    ])
    for (const error of [new ApiError(502, 'Bad Gateway', '<html>'), new TypeError('Failed')])
      expect(await notificationsFor({ onFailure }, error)).toMatchObject([
        [{ text: 'Something went wrong. Please try again.' }],
      ])
  })

  test('failed mutations: a silent mutation does not notify', async () => {
    expect(await notificationsFor({ onFailure: 'silent' })).toEqual([])
    expect(signInAgain).not.toHaveBeenCalled()
  })

  test('failed mutations: a 401 leads to sign-in unless the mutation handles it', async () => {
    const error = new ApiError(401, 'Unauthorized', '{"message":"Please sign in"}')
    const message = { title: 'Failed to add' }
    expect(await notificationsFor({ onFailure: message }, error)).toEqual([
      [
        {
          title: 'Unauthorized',
          text: 'You are logged out. Logging in again...',
          tone: 'sign-in',
        },
      ],
    ])
    expect(signInAgain).toHaveBeenCalledTimes(1)
    expect(await notificationsFor({ onFailure: message, handles401: true }, error)).toMatchObject([
      [message],
    ])
    expect(signInAgain).toHaveBeenCalledTimes(1)
  })
})

test('mutations: observers know that one is pending before a second click comes', async () => {
  const client = createQueryClient(vi.fn(), vi.fn())
  const never = () => new Promise<void>(() => {})
  const observer = new MutationObserver(client, { mutationFn: never })
  const states: string[] = []
  // As `useMutation` does.
  observer.subscribe(notifyManager.batchCalls(({ status }) => states.push(status)))
  void observer.mutate()
  await Promise.resolve()
  expect(states).toContain('pending')
})
