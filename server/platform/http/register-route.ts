import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import {
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteDefinition,
  routeName,
} from '#contract/route.ts'
import { scopeOf } from '#contract/token-scopes.ts'
import { badRequest, forbidden, notFound, timeout, unauthorized } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { readFromReplica } from '../postgres/read-replica.ts'
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.ts'
import { sendError } from './error-handler.ts'
import { formatZodError } from './format-zod-error.ts'
import { responseSchemas } from './openapi.ts'
import { hasRecentWrite } from './recent-write.ts'
import { withTimeout } from './with-timeout.ts'
import { type Writes, writesOf } from './writes.ts'

type ViewerFor<R extends RouteDefinition> = R['access'] extends 'anyone'
  ? Viewer | undefined
  : Viewer

type RouteInput<R extends RouteDefinition> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  viewer: ViewerFor<R>
  request: FastifyRequest
  reply: FastifyReply
}

type RouteHandler<R extends RouteDefinition> = {
  /**
   * Throws 404 or 403 before the body is validated, so that callers without access learn nothing about
   * what a valid request looks like.
   */
  guard?(input: Pick<RouteInput<R>, 'params' | 'viewer' | 'request' | 'reply'>): Promise<unknown>
  /** Returns the response body, or the reply if it has been sent already. */
  handle(input: RouteInput<R>): Promise<ResponseOf<R> | FastifyReply>
  limit?: RateLimit
  /** Only for routes whose body may be larger than the default of 64 KiB. */
  bodyLimit?: number
  /** The message of 400 for a body above the limit, instead of 413. */
  bodyTooLarge?: string
  /** Only for reads that send a whole file, or have timeouts of their own. */
  noTimeout?: true
  /** Unless reads write nothing and other methods write content. */
  writes?: Writes
  /** Only for what pages of other sites may show or play. */
  allowsCrossSite?: true
  /** Only for reads that may miss what others wrote in the last seconds: they use the read replica, if there is one. */
  mayLag?: true
}

export type RegisterRoute = <const R extends RouteDefinition>(
  route: R,
  handler: RouteHandler<R>,
) => void

/**
 * A caller gets an error within five seconds if a dependency is slow. A write that has begun by then is awaited: each of
 * its statements has a timeout of its own, and what the response says is what happened.
 */
const timeoutMs = 4500

type Progress = { isLate: boolean; isWriting: boolean }

type Options = {
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  limiter: RateLimiter
}

/** Registers a route of the contract with Fastify: access, limits, guard, validation, handler, in this order. */
export function createRegisterRoute(
  app: FastifyInstance,
  { viewerOf, limiter }: Options,
): RegisterRoute {
  return (route, handler) => {
    const { guard, handle, limit, bodyLimit, bodyTooLarge, noTimeout } = handler
    const checks = limiter.checksForRoute(route, limit)
    const writes = writesOf(route.method, handler.writes)
    app.route({
      method: route.method,
      url: route.path,
      schema: routeSchema(route),
      // 400 comes after 401, 403 and 404, so Fastify only attaches the validation error.
      attachValidation: true,
      config: {
        route,
        writes,
        allowsCrossSite: handler.allowsCrossSite,
      },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(bodyTooLarge && { errorHandler: tooLargeHandler(bodyTooLarge) }),
      handler: respond,
    })

    async function respond(request: FastifyRequest, reply: FastifyReply) {
      const progress: Progress = { isLate: false, isWriting: false }
      // A response that is being sent takes as long as the client needs.
      const isLate = () => (progress.isLate = !reply.sent && !progress.isWriting)
      const handling = run(request, reply, progress)
      const result = await (noTimeout ? handling : withTimeout(handling, timeoutMs, isLate))
      if (reply.sent || result === reply) return reply
      return reply.code(successStatus(route)).send(result)
    }

    async function run(request: FastifyRequest, reply: FastifyReply, progress: Progress) {
      const viewer = await viewerOf(request)
      if (route.access !== 'anyone' && !viewer) throw unauthorized()
      if (route.access === 'administrator' && !viewer?.isAdmin) throw forbidden()
      for (const check of checks) check(request, viewer)

      const invalid = request.validationError as ValidationError | undefined
      if (invalid?.validationContext === 'params') throw notFound(route.resource ?? 'Page')
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        viewer,
        request,
        reply,
      } as RouteInput<typeof route>
      const guardAndHandle = async () => {
        await guard?.(input)
        if (invalid) throw badRequest(formatZodError(invalid))
        // Its caller has been told that nothing happened.
        if (progress.isLate) throw timeout()
        progress.isWriting = writes !== 'nothing'
        return handle(input)
      }
      const mayLag = handler.mayLag && !viewer?.isAdmin && !hasRecentWrite(request)
      return mayLag ? readFromReplica(guardAndHandle) : guardAndHandle()
    }
  }
}

function tooLargeHandler(message: string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    sendError(
      error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? badRequest(message) : error,
      request,
      reply,
    )
}

type ValidationError = Error & { validationContext?: string; validation?: unknown }

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: RouteDefinition
    writes?: Writes | undefined
    /** It sends a file, outside the contract. */
    sendsFile?: true | undefined
  }
}

function successStatus(route: RouteDefinition): number {
  return Number(Object.keys(route.responses)[0])
}

/** What Fastify validates, and what the OpenAPI document says. */
export function routeSchema(route: RouteDefinition): FastifySchema {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    response: responseSchemas(route),
    operationId: routeName(route),
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'api'],
    ...(route.access === 'anyone'
      ? {}
      : { security: [{ session: [] }, ...(scopeOf(route) ? [{ token: [] }] : [])] }),
  } as FastifySchema
}

/** Returns the items of a page; a Link header leads to the next page: the same URL with another cursor. */
export function sendPage<T>(
  reply: FastifyReply,
  { items, next }: { items: T; next?: string | undefined },
): T {
  if (next === undefined) return items
  const url = new URL(reply.request.url, 'http://any')
  url.searchParams.set('cursor', next)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  return items
}
