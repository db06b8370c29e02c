import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
// @ts-expect-error The package has no types.
import Validator from '@adobe/structured-data-validator'

/** A class or property of schema.org, as the checker reads its vocabulary. */
type Term = {
  '@id': string
  '@type'?: 'rdfs:Class' | 'rdf:Property'
  'rdfs:subClassOf': { '@id': string }[]
  'schema:domainIncludes': { '@id': string }[]
}
type StructuredData = { '@type': string }
type Issue = { issueMessage: string }

let validator: { validate(found: object): Promise<Issue[]> } | undefined

/**
 * What a checker of structured data says: about types and properties that schema.org does not have, and about what Google
 * requires of those that it shows.
 */
export async function structuredDataIssues(data: StructuredData): Promise<string[]> {
  validator ??= new Validator({ '@graph': readVocabulary() }) as NonNullable<typeof validator>
  const issues = await validator.validate({ jsonld: { [data['@type']]: [data] } })
  return issues.map(({ issueMessage }) => issueMessage)
}

const require = createRequire(import.meta.url)

/** The vocabulary of schema.org, published by others as N-Quads. */
function readVocabulary(): Term[] {
  const terms = new Map<string, Term>()
  const quads = readFileSync(require.resolve('@vocabulary/schema/schema.nq'), 'utf8')
  for (const [, id = '', predicate = '', object = ''] of quads.matchAll(quad)) {
    const term = terms.get(id) ?? {
      ...{ '@id': id, 'rdfs:subClassOf': [], 'schema:domainIncludes': [] },
    }
    terms.set(id, term)
    if (predicate.endsWith('#subClassOf')) term['rdfs:subClassOf'].push({ '@id': object })
    if (predicate.endsWith('/domainIncludes')) term['schema:domainIncludes'].push({ '@id': object })
    if (!predicate.endsWith('#type')) continue
    if (object.endsWith('#Class')) term['@type'] = 'rdfs:Class'
    if (object.endsWith('#Property')) term['@type'] = 'rdf:Property'
  }
  return [...terms.values()]
}

const quad = /^<([^>]+)> <([^>]+)> <([^>]+)> /gm
