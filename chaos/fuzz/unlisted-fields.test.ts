import { expect, test } from 'vitest'
import type { ApiDocument, Schema } from './openapi-operations.ts'
import { unlistedFields } from './unlisted-fields.ts'

const person: Schema = { type: 'object', properties: { name: { type: 'string' } } }
const document: ApiDocument = { paths: {}, components: { schemas: { Person: person } } }
const listed: Schema = {
  type: 'object',
  properties: {
    users: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
    boss: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Person' }] },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
  },
}

test('unlisted fields: a field that the document lists is accepted at any depth', () => {
  const answer = { users: [{ name: 'Ines' }], boss: null, counts: { jazz: 1 } }
  expect(unlistedFields(answer, listed, document)).toEqual([])
})

test('unlisted fields: a field that the document does not list is found at any depth', () => {
  const answer = { users: [{ name: 'Ines', email: 'x' }], boss: { id: 1 }, secret: 1 }
  expect(unlistedFields(answer, listed, document)).toEqual([
    'answer.users[0].email',
    'answer.boss.id',
    'answer.secret',
  ])
})
