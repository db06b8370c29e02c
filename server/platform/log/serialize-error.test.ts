import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { loggerOptions } from './options.ts'
import { describeForLog, serializeError } from './serialize-error.ts'

const email = 'ines.calder@example.org'
const hash = 'scrypt$15$8$3$c2FsdHNhbHRzYWx0c2E$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U'
const token = 'k3Jf-9sQx_0aLwP7vYt2Zr8BnM5cD1eGhU6iOoK4jTq'
const jwt = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(JSON.stringify({ email })).toString('base64url')}.${token}`
const secrets = [email, hash, token, jwt, 'Ines', 'correct horse', 'a2V5', 'hunter2']

/** A violated constraint as PostgreSQL reports it, wrapped by drizzle. */
function queryError(): Error {
  const refused = Object.assign(
    new pg.DatabaseError('new row violates check constraint "accounts_refuse"', 1, 'error'),
    {
      code: '23514',
      severity: 'ERROR',
      detail: `Failing row contains (1, ${email}, ${hash}, Ines).`,
      where: `unnamed portal parameter $1 = '${email}'`,
      internalQuery: `select '${token}'`,
      table: 'accounts',
      constraint: 'accounts_refuse',
      routine: 'ExecConstraints',
    },
  )
  // A parameter that looks like a line of a stack.
  const params = [email, hash, `\n    at ${token} (Ines:1:1)`, 'correct horse']
  return new DrizzleQueryError('insert into "accounts" values ($1, $2, $3, $4)', params, refused)
}

const conversion = Object.assign(
  new pg.DatabaseError(`invalid input syntax for type uuid: "Ines "hunter2""`, 1, 'error'),
  { code: '22P02', routine: 'string_to_uuid' },
)

const errors: [string, unknown][] = [
  ['an error of the query layer', queryError()],
  ['one as the cause of another error', new Error('outer', { cause: queryError() })],
  ['several errors', new AggregateError([queryError(), conversion], 'all failed')],
  ['a value that PostgreSQL quotes', conversion],
  ['a message with an email address', new Error(`no account for ${email}`)],
  ['a message with a token', new Error(`unknown session ${token}, ${jwt}`)],
  ['a URL with a password', new Error('connect postgres://me:hunter2@db:5432/x')],
  ['a URL with a code', new Error('GET /api/callback?code=hunter2&state=hunter2 failed')],
  ['URLs below a share link', new Error('GET /s/hunter2 and /api/share/hunter2/audio failed')],
  ['fields of an HTTP client', Object.assign(new Error('bad'), { response: { body: jwt }, email })],
  ['a string', `failed for ${email} with ${token}`],
  ['an object', { email, token }],
]

test.each(errors)('errors in the log: %s shows no secret', (_, error) => {
  for (const text of [JSON.stringify(serializeError(error)), describeForLog(error)])
    for (const secret of secrets) expect(text).not.toContain(secret)
})

test('errors in the log: what helps to find the cause stays', () => {
  const serialized = serializeError(new Error('saving failed', { cause: queryError() }))
  expect(serialized).toMatchObject({
    type: 'Error',
    message: 'saving failed',
    stack: expect.stringContaining('serialize-error.test.ts'),
    cause: {
      type: 'DrizzleQueryError',
      message: 'Failed query: insert into "accounts" values ($1, $2, $3, $4)',
      cause: {
        code: '23514',
        table: 'accounts',
        constraint: 'accounts_refuse',
        message: 'new row violates check constraint "accounts_refuse"',
      },
    },
  })
  const id = '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
  expect(serializeError(new Error(`track ${id} is gone`)).message).toContain(id)
})

test.each(['alone', 'as a field', 'with a message'])(
  'errors in the log: the logger writes no secret of an error that is logged %s',
  (way) => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const { log } = Fastify({ logger: loggerOptions({ logLevel: 'trace', logStream }) })
    if (way === 'alone') log.error(queryError())
    else if (way === 'as a field') log.child({ reqId: 'x' }).error({ err: queryError() })
    else log.error({ err: queryError() }, 'unexpected error')
    expect(lines.join('')).toContain('accounts_refuse')
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
  },
)
