import querystring from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { assertFormText } from './control-characters.ts'

/** Accepts HTML forms in this scope. A field that is repeated is an array. */
export async function acceptForms(
  scope: FastifyInstance,
  { bodyLimit = 16 * 1024 } = {},
): Promise<void> {
  await scope.register(formbody, {
    bodyLimit,
    parser(body: string) {
      assertFormText(body)
      return querystring.parse(body, undefined, undefined, { maxKeys: 10_000 })
    },
  })
}
