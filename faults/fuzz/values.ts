import fc from 'fast-check'
import type { ApiDocument, Schema } from './api-document.ts'

/** Things that are really there, so that calls reach beyond 'not found'. */
export type Known = { ids: readonly string[]; texts: readonly string[] }

/** Texts that mean something to a database, a browser, a shell or a file system. */
const odd = [
  '',
  ' ',
  '\0',
  '../../etc/passwd',
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
  '%2F%00',
  '\u202e\ud800',
  '=1+1',
  '__proto__',
  'javascript:alert(1)',
  'https://user@example.org/',
  '9'.repeat(400),
  'ﬁ'.repeat(300),
]

const text = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
)
const junk = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, -1, 1e308, 0.5, [], {}),
)

/** A value as the schema wants it, or now and then anything else. */
export function valueFor(
  schema: Schema,
  document: ApiDocument,
  known: Known,
): fc.Arbitrary<unknown> {
  const good = goodValue(resolve(schema, document), document, known)
  return fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: junk })
}

/** A part of an address: an id that is there, one that is not, or nonsense. */
export function addressPart(known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.ids, ...known.texts) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: text },
  )
}

function resolve(schema: Schema, document: ApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (document.components.schemas[name] ?? {}) : schema
}

function goodValue(schema: Schema, document: ApiDocument, known: Known): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => valueFor(option, document, known)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type ?? 'string'].flat()
  switch (type) {
    case 'object':
      return objectOf(schema, document, known)
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, document, known), {
        maxLength: Math.min(schema.maxItems ?? 4, 4) + 1,
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 1000) + 1 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(schema, known)
  }
}

function objectOf(schema: Schema, document: ApiDocument, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valueFor(field, document, known)] as const,
  )
  const extra = fc.dictionary(fc.constantFrom('isAdmin', 'userId', 'likeCount', 'x'), junk, {
    maxKeys: 1,
  })
  const declared = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return fc.oneof(
    { weight: 8, arbitrary: declared },
    {
      weight: 1,
      arbitrary: fc.tuple(declared, extra).map(([some, more]) => ({ ...some, ...more })),
    },
  )
}

function textOf({ format, maxLength }: Schema, known: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return addressPart(known)
  const tooLong = fc.constant('x'.repeat(Math.min(maxLength ?? 100, 6000) + 1))
  const fine = fc.string({ minLength: 1, maxLength: Math.min(maxLength ?? 40, 40) })
  return fc.oneof(
    { weight: 4, arbitrary: fine },
    { weight: 2, arbitrary: fc.constantFrom(...known.texts) },
    { weight: 1, arbitrary: tooLong },
    { weight: 1, arbitrary: text },
  )
}
