import fc from 'fast-check'
import type { Caller } from '#server/testing/app.ts'
import type { ApiCall, ApiDocument } from './openapi-operations.ts'
import { bodyFor, type Known, pathSegment, recordFor } from './values.ts'

const roles = ['visitor', 'owner', 'otherUser', 'administrator'] as const
export type FuzzRequest = {
  call: ApiCall
  by: (typeof roles)[number]
  url: string
  /** JSON, or the bytes of a file. */
  body: unknown
}

/** Existing values, and valid ones for each path parameter and for the whole URL of each route. */
export type Fixtures = Known & {
  segments: Readonly<Record<string, readonly string[]>>
  urls: Readonly<Record<string, readonly string[]>>
  files: readonly Uint8Array[]
  callers: Readonly<Record<(typeof roles)[number], Caller>>
}

/** Requests for one route: from any caller, with valid, nearly valid or invalid parameters and body. */
export function requestsFor(
  call: ApiCall,
  document: ApiDocument,
  known: Fixtures,
): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    call: fc.constant(call),
    by: fc.constantFrom(...roles),
    url: urlsOf(call, document, known),
    body: bodiesOf(call, document, known),
  })
}

function bodiesOf(call: ApiCall, document: ApiDocument, known: Fixtures) {
  const { schema } = Object.values(call.operation.requestBody?.content ?? {})[0] ?? {}
  if (!schema) return fc.constant(undefined)
  if (schema.format === 'binary')
    return fc.oneof(fc.constantFrom(...known.files), fc.uint8Array({ maxLength: 3000 }))
  const body = bodyFor(schema, document, known)
  // A body without fields is often omitted.
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0
  return isEmpty ? fc.oneof(fc.constant(undefined), body) : body
}

function urlsOf(call: ApiCall, document: ApiDocument, known: Fixtures) {
  const { parameters = [], operationId } = call.operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
  const queryValues = recordFor(
    {
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      required,
    },
    { document, known },
  )
  const segments = resourcesOf(call.path).map((resource) =>
    pathSegment(known.segments[resource] ?? [], known),
  )
  const generated = fc
    .tuple(fc.tuple(...segments), queryValues)
    .map(([filled, values]) => urlOf(call.path, [...filled], values))
  const valid = known.urls[operationId]
  return valid ? fc.oneof(fc.constantFrom(...valid), generated) : generated
}

/** The path before each parameter: `tracks`, or `tracks/slug`. */
function resourcesOf(path: string): string[] {
  return [...path.matchAll(/([a-z-]+(?:\/slug)?)\/\{/g)].map(([, resource = '']) => resource)
}

function urlOf(path: string, segments: string[], query: object): string {
  const filled = path.replaceAll(/\{[^}]+\}/g, () => encode(segments.shift() ?? 'x'))
  const queryValues = Object.entries(query).map(([name, value]) => {
    const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${encode(plain)}`
  })
  return queryValues.length > 0 ? `${filled}?${queryValues.join('&')}` : filled
}

/** A URL cannot contain a lone surrogate. An empty segment or dots would make another path. */
function encode(value: string): string {
  const sent = encodeURIComponent(value.toWellFormed())
  return sent === '' || /^\.+$/.test(sent) ? `%2e${sent}x` : sent
}
