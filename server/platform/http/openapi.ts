import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { markSvg } from '#brand/mark.ts'
import { errorResponse } from '#contract/fields.ts'
import type { ResponseDefinition, RouteDefinition } from '#contract/route.ts'

const errorDescriptions: Record<number, string> = {
  400: 'The input is wrong; the message says what.',
  401: 'Nobody is signed in.',
  403: 'The caller may see this, but not do that.',
  404: 'Not there, or hidden from the caller.',
  409: 'In conflict with what is there.',
  413: 'The file is too large.',
  415: 'Not the kind of content that this call takes.',
  416: 'The range lies outside the file.',
  429: 'Too many calls; Retry-After says when to come back.',
  500: 'An error of ours; the answer carries the request id.',
  503: 'The database or the store does not answer right now.',
  507: 'No room left on the server.',
}

/** Every answer of a call in the shape that both Fastify and the OpenAPI document take. */
export function responseSchemas(call: RouteDefinition): Record<string, unknown> {
  const answers = Object.entries(call.responses).map(([status, answer]) => [
    status,
    describe(answer),
  ])
  const statuses = new Set([...call.errorStatuses, ...impliedStatuses(call), 429, 500, 503])
  const failures = [...statuses].sort().map((status) => [
    status,
    {
      description: errorDescriptions[status] ?? 'A failure.',
      content: call.htmlErrors ? page : json(errorResponse),
    },
  ])
  return Object.fromEntries([...answers, ...failures])
}

/** What any call with such input or such a method may answer; `errorStatuses` lists what is its own. */
function impliedStatuses({ access, method, params, query, body }: RouteDefinition): number[] {
  return [
    ...(query || body ? [400] : []),
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'administrator' || method !== 'GET' ? [403] : []),
    ...(method === 'GET' ? [] : [507]),
    ...(params ? [404] : []),
    ...(body ? [413, 415] : []),
  ]
}

function describe(answer: ResponseDefinition) {
  if (answer instanceof z.ZodType) return { description: 'The answer.', content: json(answer) }
  if ('binary' in answer)
    return {
      description: answer.description,
      content: { [answer.binary]: { schema: z.string().meta({ format: 'binary' }) } },
    }
  return z.null().describe(answer.empty)
}

const page = { 'text/html': { schema: z.string() } }
const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

/** `/api/openapi.json` and the readable page `/api/docs`, both made from the routes' own schemas. */
export async function registerOpenApi(
  app: FastifyInstance,
  about: { title: string; version: string },
) {
  const calls = new Map<string, RouteDefinition>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${about.title} API`, version: about.version },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      },
    },
    // Only calls of the contract have tags; files, forms and health checks are not part of the API.
    hideUntagged: true,
    transform: (document) => {
      const { call } = document.route.config ?? {}
      if (call) calls.set(call.name, call)
      return jsonSchemaTransform(document)
    },
    transformObject: (document) => withBodies(jsonSchemaTransformObject(document), calls),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The page's own scripts set inline styles; all else is as on every other page.
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
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** For the bar of the readable page, which is dark. */
const mark = markSvg({
  attributes: 'xmlns="http://www.w3.org/2000/svg"',
  plateColour: '#f9f1e6',
  postColour: '#f3a93f',
})

type Operation = { operationId?: string; requestBody?: unknown }
type Document = { paths?: Record<string, Record<string, Operation> | undefined> }

/** Says what @fastify/swagger cannot: which bodies may be left out, and which are files. */
function withBodies<D extends object>(document: D, calls: ReadonlyMap<string, RouteDefinition>): D {
  const { paths = {} } = document as Document
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods ?? {}))) {
    const call = calls.get(operation.operationId ?? '')
    if (call?.acceptsBinary) operation.requestBody = { required: true, content: file }
    else if (call?.body?.safeParse(undefined).success)
      operation.requestBody = { ...(operation.requestBody as object), required: false }
  }
  return document
}

const file = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
}
