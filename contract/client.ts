import type { z } from 'zod'
import type { Route, RouteDefinition, RouteName } from './route.ts'
import type * as routes from './routes.ts'

/** The types of every route's input and response, and its URL. Free of zod at run time. */

type Modules = typeof import('./account.ts') &
  typeof import('./admin.ts') &
  typeof import('./app-credentials.ts') &
  typeof import('./audio.ts') &
  typeof import('./audit.ts') &
  typeof import('./auth.ts') &
  typeof import('./comments.ts') &
  typeof import('./credits.ts') &
  typeof import('./discover.ts') &
  typeof import('./invites.ts') &
  typeof import('./library.ts') &
  typeof import('./notifications.ts') &
  typeof import('./passkeys.ts') &
  typeof import('./pins.ts') &
  typeof import('./player.ts') &
  typeof import('./playlists.ts') &
  typeof import('./push.ts') &
  typeof import('./reports.ts') &
  typeof import('./reposts.ts') &
  typeof import('./scrobbling.ts') &
  typeof import('./search.ts') &
  typeof import('./share-links.ts') &
  typeof import('./stats.ts') &
  typeof import('./tracks.ts') &
  typeof import('./uploads.ts') &
  typeof import('./users.ts') &
  typeof import('./versions.ts')
/** Does not compile while a route of routes.ts has no definition of the same name. */
type Defined<M extends { [N in RouteName]: RouteDefinition & { route: (typeof routes)[N] } }> = {
  [N in RouteName as (typeof routes)[N]]: M[N]
}
/** Definitions by method and path. */
type Api = Defined<Modules>

type Params<R> = R extends { params: infer S extends z.ZodType } ? { params: z.input<S> } : unknown
type Query<R> = R extends { query: infer S extends z.ZodType }
  ? { query?: Partial<z.output<S>> }
  : unknown
type Body<R> = R extends { body: infer S extends z.ZodType }
  ? undefined extends z.input<S>
    ? { body?: z.input<S> }
    : { body: z.input<S> }
  : unknown

export type UrlInput<R extends Route> = Params<Api[R]> & Query<Api[R]>
export type RouteInput<R extends Route> = UrlInput<R> & Body<Api[R]>
export type BodyInput<R extends Route> = Body<Api[R]> extends { body?: infer B } ? B : never

/** Clients read a response without JSON as an empty object. */
type EmptyObject = Record<string, never>
type JsonOf<D> = D extends z.ZodType ? z.output<D> : EmptyObject
/** The JSON of a successful response. */
export type RouteResponse<R extends Route> = {
  [S in keyof Api[R]['responses']]: S extends 200 | 201 | 202 | 204
    ? JsonOf<Api[R]['responses'][S]>
    : never
}[keyof Api[R]['responses']]

/** An argument that may be omitted if all its properties are optional. */
export type Argument<T> = object extends T ? [input?: T] : [input: T]

/** The path of a route with its parameters, and the query values that are set. */
export function urlFor<R extends Route>(route: R, ...[input]: Argument<UrlInput<R>>): string {
  const { params = {}, query = {} } = (input ?? {}) as { params?: Values; query?: Values }
  const path = route.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, key) => encode(params[key]))
  const search = Object.entries(query)
    .filter(([, value]) => value != null)
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join('&')
  return search ? `${path}?${search}` : path
}

type Values = Record<string, string | number | null | undefined>
const encode = (value: Values[string]) => encodeURIComponent(value ?? '')

/** Whether a stored URL is one of the API. */
export const isApiUrl = (url: unknown): url is string =>
  typeof url === 'string' && url.startsWith('/api/')
