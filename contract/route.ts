import type { z } from 'zod'
import * as routes from './routes.ts'

export type RouteName = keyof typeof routes
export type Route = (typeof routes)[RouteName]

/** Who may call the route at all. Rules about a single resource live in the module's policy. */
type Access = 'anyone' | 'signed-in' | 'administrator'

/** A response whose body is not JSON. */
type BinaryResponse = { binary: string; description: string }
/** A response without a body: 204, 304 or a redirect. */
type NoContent = { empty: string }
export type ResponseDefinition = z.ZodType | BinaryResponse | NoContent

/** One HTTP route. Fastify's routes, the OpenAPI document and the tests are all derived from it. */
export type RouteDefinition = {
  /** Method and path, as in routes.ts. */
  route: Route
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In Fastify's syntax: `/api/tracks/:id`. */
  path: string
  summary: string
  access: Access
  /** What a 404 reports as not found, for missing and hidden resources alike. */
  resource?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The request body is a file, not JSON. */
  acceptsBinary?: true
  /** Successful responses by status. */
  responses: Record<number, ResponseDefinition>
  /** Error statuses that do not follow from access, method and input, as 409. */
  errorStatuses?: readonly number[]
  /** Browsers navigate to it, so errors are HTML pages instead of JSON. */
  htmlErrors?: true
}

type Definition = Omit<RouteDefinition, 'route' | 'method' | 'path'>

/**
 * Adds schemas, access and statuses to a route of routes.ts. Only the server reads the result; the
 * annotation removes it from the browser's bundle.
 * @__NO_SIDE_EFFECTS__
 */
export function defineRoute<const R extends Route, const D extends Definition>(
  route: R,
  definition: D,
): D & Pick<RouteDefinition, 'method' | 'path'> & { route: R } {
  const [method, path] = route.split(' ') as [RouteDefinition['method'], string]
  return { route, method, path, ...definition }
}

/**
 * Created on first use: at the top level it would be a side effect, and the web would bundle routes that only the
 * server needs.
 */
let names: Map<Route, string> | undefined

/** Its name in routes.ts, which is the OpenAPI operation id. */
export function routeName({ route }: RouteDefinition): RouteName {
  names ??= new Map(Object.entries(routes).map(([name, value]) => [value, name]))
  return names.get(route) as RouteName
}

/** Whether it returns files, as images and audio. */
export function isBinary(route: RouteDefinition): boolean {
  return Object.values(route.responses).some((response) => 'binary' in response)
}

type ResponseBody<D> = D extends z.ZodType
  ? z.input<D>
  : D extends NoContent
    ? // biome-ignore lint/suspicious/noConfusingVoidType: the promise of a handler without a result
      void
    : never
/** What the server's handler returns. */
export type ResponseOf<R extends RouteDefinition> = ResponseBody<
  R['responses'][keyof R['responses']]
>
export type ParamsOf<R extends RouteDefinition> = R['params'] extends z.ZodType
  ? z.output<R['params']>
  : unknown
export type QueryOf<R extends RouteDefinition> = R['query'] extends z.ZodType
  ? z.output<R['query']>
  : unknown
export type BodyOf<R extends RouteDefinition> = R['body'] extends z.ZodType
  ? z.output<R['body']>
  : undefined
