import { queryOptions } from '@tanstack/react-query'
import {
  type Argument,
  type RouteInput,
  type RouteResponse,
  type UrlInput,
  urlFor,
} from '#contract/client.ts'
import { suspendedHeader } from '#contract/limits.ts'
import type { Route } from '#contract/route.ts'
import { createStore } from '#web/lib/store.ts'

/** Conventions of every request: cookies are sent, bodies are JSON, error statuses throw. */

/** An error response. The message is the status and the response body. */
export class ApiError extends Error {
  readonly status: number
  /** The `message` of the response, written for users. */
  readonly serverMessage: string | undefined

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.serverMessage = messageIn(body)
  }
}

function messageIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

/** The server's sentence about an error, if it has one. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.serverMessage : undefined

/** Reads a 404 as null. */
export const orNull = (error: unknown): null => {
  if (hasStatus(error, 404)) return null
  throw error
}

type RequestOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The request outlives the page. */
  keepalive?: boolean
  cache?: RequestCache
}

/** Calls a route of the contract: `request(routes.likeTrack, { params: { id } })`. */
export function request<R extends Route>(
  route: R,
  ...[input]: Argument<RouteInput<R> & RequestOptions>
): Promise<RouteResponse<R>> {
  const [method] = route.split(' ') as [string]
  return fetchJson(urlFor(route, ...([input] as Argument<UrlInput<R>>)), { method, ...input })
}

/** Query options of a route without parameters that is fetched again whenever it is shown. */
export function freshQuery<R extends Route>(route: R, ...queryKey: string[]) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      request(route, ...([{ signal }] as unknown as Argument<RouteInput<R> & RequestOptions>)),
    staleTime: 0,
  })
}

type FetchOptions = RequestOptions & { method?: string; body?: unknown }

/**
 * A response without JSON is read as an empty object. Exported for the default query function; all
 * other code calls `request`.
 */
export async function fetchJson<T>(url: string, options?: FetchOptions): Promise<T> {
  const response = await send(url, options)
  const isJson = response.headers.get('content-type')?.includes('json')
  return (isJson ? await response.json() : {}) as T
}

/** One page of a list, and the URL of the next page. */
export type ListPage<Item> = { items: Item[]; next: string | null }
type ItemOf<R extends Route> = RouteResponse<R> extends (infer Item)[] ? Item : never

/** Query options that load a list route page by page. */
export function listPages<R extends Route>(route: R, ...input: Argument<UrlInput<R>>) {
  type Page = ListPage<ItemOf<R>>
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string; signal?: AbortSignal }): Promise<Page> =>
      fetchPage(pageParam, signal),
    initialPageParam: urlFor(route, ...input),
    getNextPageParam: ({ next }: Page) => next,
  }
}

export async function fetchPage<Item>(url: string, signal?: AbortSignal): Promise<ListPage<Item>> {
  const { body, next } = await fetchPaged<Item[]>(url, signal)
  return { items: body, next }
}

/** Of a response that may have a next page: its body, and the URL of that page. */
export type Paged<Body> = { body: Body; next: string | null }

export async function readPaged<Body>(response: Response): Promise<Paged<Body>> {
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  return { body: await response.json(), next }
}

export const fetchPaged = async <Body>(url: string, signal?: AbortSignal) =>
  readPaged<Body>(await send(url, { signal }))

let fetchApi: (url: string, init: RequestInit) => Promise<Response> = (url, init) =>
  fetch(url, init)

/** On the server, requests do not leave the process. */
export function setFetch(replacement: typeof fetchApi): void {
  fetchApi = replacement
}

/** Why the session has ended, if a response has said that the account is suspended. */
export const suspension = createStore<{ reason: string } | null>(null)

function noteSuspension(value: string | null): void {
  if (value === null || suspension.get()) return
  suspension.set({ reason: decodeURIComponent(value.replace(/^reason=/, '')) })
}

async function send(
  url: string,
  { method = 'GET', body, headers, signal, keepalive = false, cache }: FetchOptions = {},
): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: 'include',
    ...(keepalive && { keepalive }),
    ...(cache && { cache }),
    ...(headers && { headers }),
  }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { ...headers, 'content-type': 'application/json' }
  }
  if (signal) init.signal = signal
  const response = await fetchApi(url, init)
  noteSuspension(response.headers.get(suspendedHeader))
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response
}
