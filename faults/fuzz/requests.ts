import fc from 'fast-check'
import type { ApiCall, ApiDocument } from './api-document.ts'
import { addressPart, type Known, valueFor } from './values.ts'

export const people = ['visitor', 'owner', 'stranger', 'administrator'] as const
export type FuzzRequest = {
  call: ApiCall
  by: (typeof people)[number]
  address: string
  body: unknown
}

/** Requests for one call: by anybody, with parameters and a body that are right, nearly right or wrong. */
export function requestsFor(
  call: ApiCall,
  document: ApiDocument,
  known: Known,
): fc.Arbitrary<FuzzRequest> {
  const { parameters = [], requestBody } = call.operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return fc
    .record({
      by: fc.constantFrom(...people),
      parts: fc.array(addressPart(known), { minLength: 3, maxLength: 3 }),
      query: fc.record(
        Object.fromEntries(
          query.map(({ name, schema }) => [name, valueFor(schema, document, known)]),
        ),
        { requiredKeys: [] },
      ),
      body: body ? valueFor(body, document, known) : fc.constant(undefined),
    })
    .map(({ by, parts, query: asked, body: sent }) => ({
      call,
      by,
      address: addressOf(call.path, parts, asked),
      body: sent,
    }))
}

function addressOf(path: string, parts: string[], query: Record<string, unknown>): string {
  const filled = path.replaceAll(/\{[^}]+\}/g, () => encode(parts.shift() ?? 'x'))
  const asked = Object.entries(query).map(([name, value]) => {
    const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${encode(plain)}`
  })
  return asked.length > 0 ? `${filled}?${asked.join('&')}` : filled
}

/** Half of a surrogate pair cannot be sent in an address. A part that is nothing or dots would be another path. */
function encode(value: string): string {
  const sent = encodeURIComponent(value.toWellFormed())
  return sent === '' || /^\.+$/.test(sent) ? `%2e${sent}x` : sent
}
