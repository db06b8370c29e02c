import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '#contract/route.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.ts'
import type { CachedResponse } from './cached-response.ts'
import type { FastPath } from './fast-path.ts'
import { formatZodError } from './format-zod-error.ts'
import { responseSchemas } from './openapi.ts'
import { withTimeout } from './with-timeout.ts'

type ViewerFor<C extends RouteDefinition> = C['access'] extends 'anyone'
  ? Viewer | undefined
  : Viewer

export type RouteInput<C extends RouteDefinition> = {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  viewer: ViewerFor<C>
  request: FastifyRequest
  reply: FastifyReply
}

export type RouteHandler<C extends RouteDefinition> = {
  /**
   * Throws 404 or 403 before the body is even looked at: who may not touch a thing
   * does not learn how a good request for it would look.
   */
  guard?(input: Pick<RouteInput<C>, 'params' | 'viewer'>): Promise<unknown>
  /** Answers the body, or the reply itself once it has been sent. */
  handle(input: RouteInput<C>): Promise<ResponseOf<C> | FastifyReply>
  /** What is kept ready for every visitor, and goes the short way; undefined where `handle` has to make it first. */
  cached?(): CachedResponse | undefined
  limit?: RateLimit
  /** Only for the few calls whose body may be larger than the app's 64 KiB. */
  bodyLimit?: number
  /** Only for calls that look at a whole file, which takes as long as it takes. */
  noTimeout?: true
}

export type RegisterRoute = <const C extends RouteDefinition>(
  call: C,
  handling: RouteHandler<C>,
) => void

/** In milliseconds: whoever calls hears within five seconds that something behind us is slow. */
const timeoutMs = 4500

type Options = {
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  limiter: RateLimiter
  fastPath?: FastPath
}

/** Makes a Fastify route of a call of the contract: access, validation, answer, in the order that the rules want. */
export function createRegisterRoute(
  app: FastifyInstance,
  { viewerOf, limiter, fastPath }: Options,
): RegisterRoute {
  return (call, { guard, handle, cached, limit, bodyLimit, noTimeout }) => {
    const checks = limiter.checksForRoute(call, limit)
    app.route({
      method: call.method,
      url: call.path,
      schema: routeSchema(call),
      // Bad input is reported after 401, 404 and 403, hence by us and not by Fastify.
      attachValidation: true,
      config: { call },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: answer,
    })
    if (cached)
      fastPath?.register(call.path, {
        cached,
        checkRateLimit(caller) {
          for (const check of checks) check(caller)
        },
      })

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const work = answerOf(request, reply)
      // Bytes that are on their way take as long as the listener does.
      const answered = await (noTimeout ? work : withTimeout(work, timeoutMs, () => !reply.sent))
      if (reply.sent || answered === reply) return reply
      return reply.code(successStatus(call)).send(answered)
    }

    async function answerOf(request: FastifyRequest, reply: FastifyReply) {
      const viewer = await viewerOf(request)
      if (call.access !== 'anyone' && !viewer) throw unauthorized()
      if (call.access === 'administrator' && !viewer?.isAdmin) throw forbidden()
      for (const check of checks) check(request, viewer)

      const problem = request.validationError as ValidationError | undefined
      if (problem?.validationContext === 'params') throw notFound(call.resource ?? 'Page')
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        viewer,
        request,
        reply,
      } as RouteInput<typeof call>
      await guard?.(input)
      if (problem) throw badRequest(formatZodError(problem))

      return handle(input)
    }
  }
}

type ValidationError = Error & { validationContext?: string; validation?: unknown }

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: RouteDefinition
  }
}

function successStatus(call: RouteDefinition): number {
  return Number(Object.keys(call.responses)[0])
}

/** What the OpenAPI document says of a call, and what Fastify checks. */
export function routeSchema(call: RouteDefinition): FastifySchema {
  return {
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    response: responseSchemas(call),
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? 'api'],
    ...(call.access === 'anyone' ? {} : { security: [{ session: [] }] }),
  } as FastifySchema
}
