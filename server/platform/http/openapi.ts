import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { markSvg } from '#brand/mark.ts'
import { errorResponse } from '#contract/fields.ts'
import { type ResponseDefinition, type RouteDefinition, routeName } from '#contract/route.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'

const errorDescriptions: Record<number, string> = {
  400: 'The input is invalid; the message says why.',
  401: 'Not signed in, or the API token is unknown.',
  403: 'The caller may read this, but not do that, or the API token may not.',
  404: 'Does not exist, or is hidden from the caller.',
  409: 'Conflicts with the current state.',
  411: 'The request has no Content-Length.',
  413: 'The file is too large.',
  415: 'Unsupported content type.',
  416: 'The requested range is outside the file.',
  422: 'The file was removed by a moderator.',
  429: 'Too many requests; see Retry-After.',
  500: 'Internal error; the response has the request id.',
  503: 'The database or the object store is unavailable.',
  507: 'The server has no disk space left.',
}

/** All responses of a route, in the shape that Fastify and the OpenAPI document need. */
export function responseSchemas(route: RouteDefinition): Record<string, unknown> {
  const responses = Object.entries(route.responses).map(([status, response]) => [
    status,
    describe(response),
  ])
  const statuses = new Set([...impliedStatuses(route), ...(route.errorStatuses ?? [])])
  const errors = [...statuses].sort().map((status) => [
    status,
    {
      description: errorDescriptions[status] ?? 'An error.',
      content: route.htmlErrors ? page : json(errorResponse),
    },
  ])
  return Object.fromEntries([...responses, ...errors])
}

/** Statuses that follow from a route's access, method and input; `errorStatuses` lists the others. */
function impliedStatuses(route: RouteDefinition): number[] {
  const { method, params, resource, body, acceptsBinary } = route
  return [
    400,
    401,
    403,
    429,
    500,
    503,
    ...(method === 'GET' ? [] : [507]),
    ...(params || resource ? [404] : []),
    ...(body || acceptsBinary ? [413, 415] : []),
  ]
}

function describe(response: ResponseDefinition) {
  if (response instanceof z.ZodType)
    return { description: 'The response.', content: json(response) }
  if ('binary' in response)
    return {
      description: response.description,
      content: { [response.binary]: { schema: z.string().meta({ format: 'binary' }) } },
    }
  return z.null().describe(response.empty)
}

const page = { 'text/html': { schema: z.string() } }
const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

/** The page with its files takes about ten requests. */
const documentationLimit = { max: 300, windowSeconds: 300, per: 'ip' } as const

/** `/api/openapi.json` and the page `/api/docs`, generated from the schemas of the routes. */
export async function registerOpenApi(
  app: FastifyInstance,
  about: { title: string; version: string },
  limiter: RateLimiter,
) {
  const check = limiter.check('documentation', documentationLimit)
  const onRequest = async (request: FastifyRequest) => check(request)
  const routes = new Map<string, RouteDefinition>()
  // The schemas of now: the code that renders pages has a copy of them, and adds it to Zod's only registry.
  const schemaRegistry: typeof z.globalRegistry = Object.create(z.globalRegistry, {
    _idmap: { value: new Map(z.globalRegistry._idmap) },
  })
  const transform = createJsonSchemaTransform({ schemaRegistry })
  const transformObject = createJsonSchemaTransformObject({ schemaRegistry })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${about.title} API`, version: about.version },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    // Only routes of the contract have tags; files, forms and health checks are not part of the API.
    hideUntagged: true,
    transform: (document) => {
      const { route } = document.route.config ?? {}
      if (route) routes.set(routeName(route), route)
      return transform(document)
    },
    transformObject: (document) => withBodies(transformObject(document), routes),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: { onRequest },
    // Swagger UI sets inline styles; everything else is as on other pages.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    logo: { type: 'image/svg+xml', content: mark, href: '/' },
    theme: {
      title: `${about.title} API`,
      favicon: [
        { filename: 'mark.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark },
      ],
    },
    uiConfig: { tryItOutEnabled: false, docExpansion: 'list' },
  })
  let document: string | undefined
  app.get('/api/openapi.json', { schema: { hide: true }, onRequest }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

/** For the dark top bar of Swagger UI. */
const mark = markSvg({
  attributes: 'xmlns="http://www.w3.org/2000/svg"',
  plateColor: '#f9f1e6',
  postColor: '#f3a93f',
})

type Operation = { operationId?: string; requestBody?: unknown }
type Document = { paths?: Record<string, Record<string, Operation> | undefined> }

/** Adds what @fastify/swagger does not know: which bodies are optional, and which are files. */
function withBodies<D extends object>(
  document: D,
  routes: ReadonlyMap<string, RouteDefinition>,
): D {
  const { paths = {} } = document as Document
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods ?? {}))) {
    const route = routes.get(operation.operationId ?? '')
    if (route?.acceptsBinary) operation.requestBody = { required: true, content: file }
    else if (route?.body?.safeParse(undefined).success)
      operation.requestBody = { ...(operation.requestBody as object), required: false }
  }
  return document
}

const file = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
}
