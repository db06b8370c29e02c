import { expect, test } from 'vitest'
import type { ApiDocument, Schema } from './openapi-operations.ts'
import { unlistedFields } from './unlisted-fields.ts'

const user: Schema = { type: 'object', properties: { name: { type: 'string' } } }
const document: ApiDocument = { paths: {}, components: { schemas: { TestUser: user } } }
const listed: Schema = {
  type: 'object',
  properties: {
    users: { type: 'array', items: { $ref: '#/components/schemas/TestUser' } },
    boss: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/TestUser' }] },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
  },
}

test('unlisted fields: a field that the document lists is accepted at any depth', () => {
  const response = { users: [{ name: 'Ines' }], boss: null, counts: { jazz: 1 } }
  expect(unlistedFields(response, listed, document)).toEqual([])
})

test('unlisted fields: a field that the document does not list is found at any depth', () => {
  const response = { users: [{ name: 'Ines', email: 'x' }], boss: { id: 1 }, secret: 1 }
  expect(unlistedFields(response, listed, document)).toEqual([
    'response.users[0].email',
    'response.boss.id',
    'response.secret',
  ])
})
