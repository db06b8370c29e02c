import {
  MutationCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError, fetchJson } from './client.ts'

export type Notice = {
  title: string
  text?: string
  tone?: 'plain' | 'success' | 'failure' | 'sign-in'
}
/** The toast after a failed mutation: this text, none, or the default. */
type OnFailure = Notice | 'silent' | ((error: Error) => Notice | 'silent')

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The toast after a successful mutation and its `onSuccess`. */
      done?: Notice
      onFailure?: OnFailure
      /** `onFailure` covers 401 as well. */
      handles401?: boolean
    }
  }
}

/**
 * The default query function: GETs the query key joined with slashes. Specified, and used where a
 * query has no function of its own; those of the product call `request` with a route, which is typed.
 */
export function getQueryFn<T>({
  on401,
}: {
  on401: 'throw' | 'returnNull'
}): QueryFunction<T, QueryKey> {
  return async ({ queryKey, signal }) => {
    try {
      return await fetchJson<T>(queryKey.join('/'), { signal })
    } catch (error) {
      if (on401 === 'returnNull' && isUnauthorized(error)) return null as T
      throw error
    }
  }
}

const defaultFailure: Notice = {
  title: 'Error',
  text: 'Something went wrong. Please try again.',
  tone: 'failure',
}

const sessionExpired: Notice = {
  title: 'Unauthorized',
  text: 'You are logged out. Logging in again...',
  tone: 'sign-in',
}

/** Whether the session has expired. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** `signInAgain` is called when a mutation fails because the session has expired. */
export function createQueryClient(notify: (notice: Notice) => void, signInAgain: () => void) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (isUnauthorized(error) && !mutation.meta?.handles401) {
          notify(sessionExpired)
          return signInAgain()
        }
        const onFailure = mutation.meta?.onFailure ?? defaultFailure
        const notice = typeof onFailure === 'function' ? onFailure(error) : onFailure
        if (notice !== 'silent') notify(notice)
      },
      onSettled(_data, error, _variables, _result, mutation) {
        if (!error && mutation.meta?.done) notify(mutation.meta.done)
      },
    }),
  })
}
