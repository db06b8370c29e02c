import {
  MutationCache,
  notifyManager,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query'
import { fetchJson, hasStatus } from './client.ts'

const tryAgain = 'Something went wrong. Please try again.'

export type Notice = {
  title: string
  text?: string
  tone?: 'plain' | 'success' | 'failure' | 'sign-in'
  actions?: readonly { label: string; onClick: () => void }[]
}
type Failure = (Partial<Omit<Notice, 'text'>> & { text?: string | undefined }) | 'silent'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The toast after a successful mutation and its `onSuccess`. */
      done?: Notice
      /** What differs from the default toast after a failed mutation. */
      onFailure?: Failure | ((error: Error) => Failure)
      /** Keeps what was typed. */
      onSessionExpired?: () => void
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

const sessionExpired: Notice = {
  title: 'Unauthorized',
  text: 'You are logged out. Logging in again...',
  tone: 'sign-in',
}

/** Whether the session has expired. */
export function isUnauthorized(error: unknown): boolean {
  return hasStatus(error, 401)
}

/** `signInAgain` is called when a mutation fails because the session has expired. */
export function createQueryClient(notify: (notice: Notice) => void, signInAgain: () => void) {
  // Before the next event: a button is disabled when the second click of a double click comes.
  notifyManager.setScheduler(queueMicrotask)
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
        const { onFailure, onSessionExpired, handles401 } = mutation.meta ?? {}
        if (isUnauthorized(error) && !handles401) {
          onSessionExpired?.()
          notify(sessionExpired)
          return signInAgain()
        }
        const failure = typeof onFailure === 'function' ? onFailure(error) : onFailure
        if (failure !== 'silent')
          notify({ title: 'Error', tone: 'failure', ...failure, text: failure?.text ?? tryAgain })
      },
      onSettled(_data, error, _variables, _result, mutation) {
        if (!error && mutation.meta?.done) notify({ tone: 'success', ...mutation.meta.done })
      },
    }),
  })
}
