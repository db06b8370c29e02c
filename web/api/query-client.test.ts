import { MutationObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './client.ts'
import { createQueryClient, getQueryFn } from './query-client.ts'

function serverAnswers(status: number, body: unknown) {
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

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('queries', () => {
  it('GET the key joined with slashes', async () => {
    const fetch = serverAnswers(200, { id: 'u1' })
    const client = createQueryClient(vi.fn(), vi.fn())
    expect(await client.fetchQuery({ queryKey: ['/api/users', 'u1', 'playlists'] })).toEqual({
      id: 'u1',
    })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/users/u1/playlists')
  })

  it('raise a 401 unless told to answer null', async () => {
    serverAnswers(401, { message: 'Not signed in' })
    const client = createQueryClient(vi.fn(), vi.fn())
    const queryKey: QueryKey = ['/api/auth/user']
    await expect(client.fetchQuery({ queryKey })).rejects.toThrow(
      '401: {"message":"Not signed in"}',
    )
    expect(
      await client.fetchQuery({ queryKey, queryFn: getQueryFn({ on401: 'returnNull' }) }),
    ).toBeNull()
    serverAnswers(500, { message: 'Broken' })
    const other = { queryKey: ['/api/x'], queryFn: getQueryFn({ on401: 'returnNull' }) }
    await expect(client.fetchQuery(other)).rejects.toThrow('500: {"message":"Broken"}')
  })

  it('are not retried and never become stale', async () => {
    const fetch = serverAnswers(500, {})
    const client = createQueryClient(vi.fn(), vi.fn())
    await client.fetchQuery({ queryKey: ['/api/tracks'] }).catch(() => {})
    expect(fetch).toHaveBeenCalledTimes(1)
    serverAnswers(200, [])
    await client.fetchQuery({ queryKey: ['/api/tracks'] })
    const again = serverAnswers(200, ['changed'])
    expect(await client.fetchQuery({ queryKey: ['/api/tracks'] })).toEqual([])
    expect(again).not.toHaveBeenCalled()
  })

  it('are never read again on focus or by the clock', () => {
    const { queries, mutations } = createQueryClient(vi.fn(), vi.fn()).getDefaultOptions()
    expect(queries).toMatchObject({
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })
    expect(mutations).toMatchObject({ retry: false })
  })
})

describe('a failed mutation', () => {
  const signInAgain = vi.fn()
  afterEach(() => signInAgain.mockClear())

  async function noticeOf(meta?: Record<string, unknown>, error = new Error('500: Broken')) {
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

  it('is told to the person once, in default words', async () => {
    expect(await noticeOf()).toEqual([
      [{ title: 'Error', text: 'Something went wrong. Please try again.', tone: 'failure' }],
    ])
  })

  it('is told in the words of the mutation, also when they depend on the error', async () => {
    const words = { title: 'Failed to add', text: 'Could not add track to playlist.' }
    expect(await noticeOf({ onFailure: words })).toEqual([[words]])
    const worded = (error: Error) => ({ title: error.message })
    expect(await noticeOf({ onFailure: worded })).toEqual([[{ title: '500: Broken' }]])
  })

  it('is not told when the mutation says so', async () => {
    expect(await noticeOf({ onFailure: 'silent' })).toEqual([])
    expect(signInAgain).not.toHaveBeenCalled()
  })

  it('sends whoever is logged out to sign in again, whatever the mutation calls it', async () => {
    const error = new ApiError(401, 'Unauthorized', '{"message":"Please sign in"}')
    const words = { title: 'Failed to add' }
    expect(await noticeOf({ onFailure: words }, error)).toEqual([
      [
        {
          title: 'Unauthorized',
          text: 'You are logged out. Logging in again...',
          tone: 'sign-in',
        },
      ],
    ])
    expect(signInAgain).toHaveBeenCalledTimes(1)
    expect(await noticeOf({ onFailure: words, handles401: true }, error)).toEqual([[words]])
    expect(signInAgain).toHaveBeenCalledTimes(1)
  })
})
