import fc from 'fast-check'
import type { ApiDocument, Schema } from './openapi-operations.ts'
import { resolve } from './unlisted-fields.ts'

/** Existing values, so that calls get past 'not found'. */
export type Known = {
  ids: readonly string[]
  texts: readonly string[]
  /** Valid values for a field or parameter of this name. */
  fields: Readonly<Record<string, readonly unknown[]>>
}
type ValueContext = {
  document: ApiDocument
  known: Known
  /** Whether to generate invalid values occasionally. */
  allowInvalid: boolean
}

/** Texts with a special meaning to a database, a browser, a shell or a file system. */
const specialTexts = [
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

/** Any code point that is not a surrogate. `unit: 'binary'` generates the same, and takes 1.5 s to prepare. */
const character = fc.nat({ max: 0x10_ffff - 0x800 }).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (value) => {
    const [codePoint = 0, ...others] = Array.from(String(value), (text) => text.codePointAt(0) ?? 0)
    if (others.length > 0) throw new Error('This is more than one character.')
    return codePoint < 0xd800 ? codePoint : codePoint - 0x800
  },
)
const specialText = fc.oneof(
  fc.constantFrom(...specialTexts),
  fc.string({ unit: character, maxLength: 60 }),
  fc.string({ maxLength: 20 }),
)
const junk = fc.oneof(
  specialText,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, -1, 1e308, 0.5, [], {}),
)

/** Values for the fields of one object, valid for the schema or nearly so. */
export function recordFor(
  schema: Schema,
  context: Omit<ValueContext, 'allowInvalid'>,
): fc.Arbitrary<object> {
  const valid = fieldsOf(schema, { ...context, allowInvalid: false })
  const nearlyValid = fieldsOf(schema, { ...context, allowInvalid: true })
  const extra = fc.dictionary(fc.constantFrom('isAdmin', 'userId', 'likeCount', 'x'), junk, {
    maxKeys: 1,
  })
  const required = new Set(schema.required)
  const least = Object.fromEntries(Object.entries(valid).filter(([name]) => required.has(name)))
  return fc.oneof(
    // Without an optional field of which no valid value is known, such as the cursor of a list with one page.
    { weight: 3, arbitrary: fc.record(least) },
    { weight: 6, arbitrary: fc.record(valid, { requiredKeys: schema.required ?? [] }) },
    { weight: 4, arbitrary: fc.record(nearlyValid, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(valid, { requiredKeys: schema.required ?? [] }), extra)
        .map(([some, more]) => ({ ...some, ...more })),
    },
  )
}

/** A body that nearly always matches its schema. */
export function bodyFor(
  schema: Schema,
  document: ApiDocument,
  known: Known,
): fc.Arbitrary<unknown> {
  const valid = recordFor(resolve(schema, document), { document, known })
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: junk })
}

/** A path parameter: a valid one, another id, or nonsense. */
export function pathSegment(valid: readonly string[], known: Known): fc.Arbitrary<string> {
  const others = fc.constantFrom(...known.ids, ...known.texts)
  return fc.oneof(
    { weight: 8, arbitrary: valid.length > 0 ? fc.constantFrom(...valid) : others },
    { weight: 2, arbitrary: others },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: specialText },
  )
}

function fieldsOf(schema: Schema, context: ValueContext): Record<string, fc.Arbitrary<unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const valid = context.known.fields[name]
    const value = valid ? fc.constantFrom(...valid) : valueFor(field, context)
    return [
      name,
      context.allowInvalid
        ? orJunk(valid ? fc.oneof(value, valueFor(field, context)) : value)
        : value,
    ]
  })
  return Object.fromEntries(fields)
}

const orJunk = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: junk })

function valueFor(given: Schema, context: ValueContext): fc.Arbitrary<unknown> {
  const schema = resolve(given, context.document)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => valueFor(option, context)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => valueOfType(type, schema, context)))
}

function valueOfType(type: string, schema: Schema, context: ValueContext): fc.Arbitrary<unknown> {
  const over = context.allowInvalid ? 1 : 0
  switch (type) {
    case 'object':
      return fc.record(fieldsOf(schema, context), { requiredKeys: schema.required ?? [] })
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, context), {
        maxLength: Math.min(schema.maxItems ?? 4, 4) + over,
      })
    case 'integer':
    case 'number':
      return fc.integer({
        min: (schema.minimum ?? 0) - over,
        max: (schema.maximum ?? 1000) + over,
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textFor(schema, context)
  }
}

function textFor(schema: Schema, { known, allowInvalid }: ValueContext): fc.Arbitrary<string> {
  const { format, minLength = 0, maxLength = 100 } = schema
  if (format === 'uuid')
    return allowInvalid ? pathSegment([], known) : fc.constantFrom(...known.ids)
  const fitting = [
    ...known.texts,
    'Salt Marsh',
    'Ünïcode 🎻',
    'x'.repeat(Math.min(maxLength, 6000)),
  ]
  const valid = fc.oneof(
    fc.constantFrom(...fitting.filter(({ length }) => length >= minLength && length <= maxLength)),
    fc.string({ minLength, maxLength: Math.min(maxLength, 40) }),
  )
  if (!allowInvalid) return valid
  const tooLong = fc.constant('x'.repeat(Math.min(maxLength, 6000) + 1))
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 1, arbitrary: tooLong },
    { weight: 1, arbitrary: specialText },
  )
}
