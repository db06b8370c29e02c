import type { ApiDocument, Schema } from './openapi-operations.ts'

/** The fields of a response that the document does not list, by path. */
export function unlistedFields(
  value: unknown,
  schema: Schema | undefined,
  document: ApiDocument,
  path = 'response',
): string[] {
  const resolved = resolve(schema ?? {}, document)
  const options = resolved.anyOf ?? resolved.oneOf
  if (options) {
    const found = options.map((option) => unlistedFields(value, option, document, path))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      unlistedFields(item, resolved.items, document, `${path}[${at}]`),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const listed = resolved.properties?.[name] ?? recordValueSchema(resolved)
    return listed ? unlistedFields(inner, listed, document, `${path}.${name}`) : `${path}.${name}`
  })
}

export function resolve(schema: Schema, document: ApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (document.components.schemas[name] ?? {}) : schema
}

/** The value schema of a record with arbitrary keys. */
const recordValueSchema = ({ additionalProperties }: Schema) =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined
