import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatZodError } from './format-zod-error.ts'

const format = (schema: z.ZodType, input: unknown) => {
  const check = validatorCompiler({ schema, method: 'POST', url: '/' })
  const { error } = check(input) as { error?: unknown }
  return formatZodError({ validation: error, message: 'No error' })
}
const body = (fields: z.ZodRawShape) => z.strictObject(fields)

test.each([
  [body({}), [], 'The body must be a JSON object.'],
  [body({}), { isAdmin: true, slug: 'x' }, 'Unknown field "isAdmin", "slug".'],
  [body({ title: z.string() }), { title: 5 }, 'title must be text.'],
  [body({ tags: z.array(z.string()) }), { tags: 'a' }, 'tags must be a list.'],
  [body({ tags: z.array(z.string()) }), { tags: [1] }, 'Each of tags must be text.'],
  [
    body({ tags: z.array(z.string()).max(2) }),
    { tags: ['', '', ''] },
    'tags must have at most 2 entries.',
  ],
  [body({ limit: z.coerce.number().int() }), { limit: '1.5' }, 'limit must be a whole number.'],
  [body({ limit: z.coerce.number().min(1) }), { limit: '0' }, 'limit must be at least 1.'],
  [body({ limit: z.coerce.number().max(9) }), { limit: 'x' }, 'limit must be a number.'],
  [body({ v: z.string().max(2) }), { v: 'abc' }, 'v must have at most 2 characters.'],
  [body({ trackId: z.uuid() }), { trackId: 'x' }, 'trackId must be a valid id.'],
  [
    body({ sort: z.enum(['recent', 'plays']) }),
    { sort: 'x' },
    'sort must be one of recent, plays.',
  ],
  [body({ title: z.string({ error: 'Title is required' }) }), {}, 'Title is required'],
])('an invalid body (%#) is described in one sentence', (schema, input, sentence) => {
  expect(format(schema, input)).toBe(sentence)
})
