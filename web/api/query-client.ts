import {
  MutationCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query'
import { CallError, callServer } from './client.ts'

/** What a person is told when a mutation fails: these words, nothing, or the default. */
export type Notice = { title: string; text?: string; tone?: 'failure' | 'sign-in' }
type OnFailure = Notice | 'silent' | ((error: Error) => Notice | 'silent')

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      onFailure?: OnFailure
      /** `onFailure` has words of its own for somebody who is not signed in. */
      tells401?: boolean
    }
  }
}

/** GETs the path that the parts of the query key make when joined with slashes. */
export function readPath<Answer>(options: {
  on401: 'throw' | 'returnNull'
  headers?: Record<string, string>
}): QueryFunction<Answer, QueryKey> {
  return async ({ queryKey, signal }) => {
    try {
      const { headers } = options
      return await callServer<Answer>('GET', queryKey.join('/'), {
        signal,
        ...(headers && { headers }),
      })
    } catch (error) {
      if (options.on401 === 'returnNull' && isUnauthorized(error)) return null as Answer
      throw error
    }
  }
}

const defaultFailure: Notice = {
  title: 'Error',
  text: 'Something went wrong. Please try again.',
  tone: 'failure',
}

const loggedOut: Notice = {
  title: 'Unauthorized',
  text: 'You are logged out. Logging in again...',
  tone: 'sign-in',
}

/** Whether the server no longer knows who is calling. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** `logInAgain` is called when a session has ended while somebody was working. */
export function createQueryClient(notify: (notice: Notice) => void, logInAgain: () => void) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readPath({ on401: 'throw' }),
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (isUnauthorized(error) && !mutation.meta?.tells401) {
          notify(loggedOut)
          return logInAgain()
        }
        const wanted = mutation.meta?.onFailure ?? defaultFailure
        const notice = typeof wanted === 'function' ? wanted(error) : wanted
        if (notice !== 'silent') notify(notice)
      },
    }),
  })
}
