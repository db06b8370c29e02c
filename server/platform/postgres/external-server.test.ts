import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { migrate } from '#server/database/migrate.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { dataFolder, quickStart, serverBundle } from '#server/testing/server-process.ts'
import { type ExternalCluster, startExternalCluster } from '../../testing/external-cluster.ts'
import { describeDatabaseError, toStartupError } from './describe-error.ts'
import { openPostgres } from './open.ts'

const password = 'top/secret'
/** The databases below accept a password; any other accepts TLS only, which this server does not have. */
const databases = 'latin1,ascii,theirs,no_contrib,untrusted,standby,crowded,hasty,missing,proper'
const accessRules = `host ${databases} all 127.0.0.1/32 scram-sha-256
hostssl all all 127.0.0.1/32 scram-sha-256
`

let cluster: ExternalCluster
beforeAll(async () => {
  cluster = await startExternalCluster(accessRules)
  const extensions = path.join(cluster.directory, 'controls', 'extension')
  mkdirSync(extensions, { recursive: true })
  writeFileSync(path.join(extensions, 'pg_trgm.control'), "default_version = '1.6'\n")
  writeFileSync(path.join(extensions, 'pg_trgm--1.6.sql'), '')
  const create = (name: string, options = '') => `create database ${name} owner app ${options}`
  await cluster.run(
    'postgres',
    `create role app login password '${password}'`,
    `create role guest password '${password}'`,
    create('latin1', "encoding 'LATIN1' template template0"),
    create('ascii', "encoding 'SQL_ASCII' template template0"),
    create('proper'),
    'create database theirs',
    create('no_contrib'),
    `alter database no_contrib set extension_control_path = '/nonexistent'`,
    create('untrusted'),
    `alter database untrusted set extension_control_path = '${path.dirname(extensions)}'`,
    create('standby'),
    'alter database standby set default_transaction_read_only = on',
    create('crowded', 'connection limit 0'),
    create('hasty'),
    `alter database hasty set statement_timeout = '1ms'`,
  )
})
afterAll(() => cluster.stop())

const urlTo = (database: string, user = 'app', secret = password) =>
  `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${cluster.port}/${database}`

/** What the operator reads when the server opens this database and creates its tables. */
async function startupFailure(url: string): Promise<string> {
  try {
    const postgres = await openPostgres({ kind: 'url', url }, { exclusive: true, log: () => {} })
    onTestFinished(postgres.close)
    await migrate(postgres)
    return 'started'
  } catch (error) {
    const isSentence = error instanceof Error && error.name === 'DatabaseStartupError'
    return (isSentence ? error.message : describeDatabaseError(error)) ?? `unexpected: ${error}`
  }
}

test.each(['proper', 'ascii'])('the database %s is accepted', async (name) => {
  expect(await startupFailure(urlTo(name))).toBe('started')
})

test.each<[string, () => string, RegExp]>([
  ['another encoding', () => urlTo('latin1'), /must use UTF8, but this one uses LATIN1: create/],
  [
    'a wrong password',
    () => urlTo('proper', 'app', 'wrong-one'),
    /user name or the password is wrong: correct/,
  ],
  [
    'an unknown user',
    () => urlTo('proper', 'unknown'),
    /user name or the password is wrong: correct/,
  ],
  [
    'a user who may not log in',
    () => urlTo('proper', 'guest'),
    /does not accept this user.*not permitted to log in/,
  ],
  [
    'no password',
    () => `postgres://app@127.0.0.1:${cluster.port}/proper`,
    /requires a password: add it/,
  ],
  [
    'an unknown database',
    () => urlTo('missing'),
    /The database "missing" does not exist: create it/,
  ],
  [
    'missing privileges',
    () => urlTo('theirs'),
    /lacks a privilege \(permission denied for database theirs\): make it the owner/,
  ],
  [
    'extensions that are not installed',
    () => urlTo('no_contrib'),
    /lacks the extension pg_trgm: install PostgreSQL's contrib/,
  ],
  [
    'extensions that only a superuser may create',
    () => urlTo('untrusted'),
    /may not create the extension pg_trgm: run CREATE EXTENSION pg_trgm/,
  ],
  [
    'a read-only standby',
    () => urlTo('standby'),
    /read-only \(a standby\): use the URL of the primary/,
  ],
  ['no free connections', () => urlTo('crowded'), /has no connection left: raise max_connections/],
  ['a short statement_timeout', () => urlTo('hasty'), /raise statement_timeout of the role/],
  [
    'TLS that the server requires',
    () => urlTo('elsewhere'),
    /without TLS: add sslmode=verify-full/,
  ],
  [
    'TLS that the server does not offer',
    () => `${urlTo('proper')}?sslmode=verify-full`,
    /does not offer TLS.*remove sslmode/,
  ],
  [
    'a missing certificate file',
    () => `${urlTo('proper')}?sslmode=verify-full&sslrootcert=/nonexistent.pem`,
    /file that the URL names does not exist/,
  ],
  [
    'a port without a server',
    () => 'postgres://app:top%2Fsecret@127.0.0.1:1/x',
    /No server listens there: start PostgreSQL/,
  ],
  [
    'a missing socket',
    () => 'postgres:///x?host=/nonexistent&password=top%2Fsecret',
    /No server listens there/,
  ],
  [
    'an unknown host',
    () => 'postgres://app:top%2Fsecret@nowhere.invalid/x',
    /host name cannot be resolved: correct the host/,
  ],
])('%s stops the start with one sentence that names DATABASE_URL', async (_case, url, sentence) => {
  const failure = await startupFailure(url())
  expect(failure).toMatch(/^DATABASE_URL: [^\n]*\.$/)
  expect(failure).toMatch(sentence)
  expect(failure).not.toMatch(/top\/secret|top%2Fsecret|wrong-one|select |create (table|schema) /i)
})

test('a server that is too old stops the start with one sentence', async () => {
  const url = await startStubServer('14.9')
  expect(await startupFailure(url)).toBe(
    'DATABASE_URL: The server is PostgreSQL 14.9, and version 15 or later is needed: upgrade it, or use another server.',
  )
})

test('a TLS certificate that is not trusted is named with its remedy', () => {
  const error = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  expect(toStartupError(error, urlTo('proper')).message).toMatch(
    /^DATABASE_URL: The TLS certificate .*sslrootcert in the URL or in NODE_EXTRA_CA_CERTS\.$/,
  )
})

test('an error that repeats the URL does not print its password', () => {
  for (const secret of [password, encodeURIComponent(password)])
    expect(toStartupError(new Error(`cannot parse ${secret}`), urlTo('proper')).message).toBe(
      'DATABASE_URL: The database cannot be used (cannot parse ***).',
    )
})

test.each(['latin1', 'theirs'])(
  'npm start with the database %s ends with one line and exit code 1',
  async (database) => {
    const child = spawn(process.execPath, [await serverBundle()], {
      env: {
        ...quickStart.env,
        DATA_DIR: dataFolder(),
        DATABASE_URL: urlTo(database),
        PORT: '1',
      },
    })
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    expect([output, code]).toEqual(['', 1])
    expect(errors).toMatch(/^Soundpost did not start[^\n]*DATABASE_URL: [^\n]*\n$/)
  },
)

test.each([
  ['backup', backup, ['/nonexistent/copy'], 'latin1'],
  ['doctor', doctor, [], 'missing'],
] as const)(
  'npm run %s with a database that cannot be used ends with one line and exit code 1',
  async (_name, command, args, database) => {
    const settings = { DATA_DIR: dataFolder(), DATABASE_URL: urlTo(database) }
    expect(await runInProcess(command, [...args], settings)).toEqual({
      code: 1,
      output: expect.stringMatching(/^[^\n]*DATABASE_URL: [^\n]*$/),
    })
  },
)

/** Speaks just enough of the protocol to report a version. */
async function startStubServer(version: string): Promise<string> {
  const message = (type: string, ...parts: (string | Buffer)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])
  const columns = { version, encoding: 'UTF8', pid: '7' }
  const fields = Object.keys(columns).map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(25),
      int16(0),
      int32(0),
      int16(0),
    ]),
  )
  const values = Object.values(columns).flatMap((value) => [int32(value.length), value])
  const ready = message('Z', 'I')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('K', int32(7), int32(7)), ready]))
      socket.once('data', () =>
        socket.write(
          Buffer.concat([
            message('T', int16(fields.length), ...fields),
            message('D', int16(fields.length), ...values),
            message('C', 'SELECT 1\0'),
            ready,
          ]),
        ),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://app:x@127.0.0.1:${(server.address() as AddressInfo).port}/x`
}
