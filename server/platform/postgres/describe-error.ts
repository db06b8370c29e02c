import pg from 'pg'
import { StartupError } from '#server/errors.ts'
import { safeMessage } from '#server/platform/log/serialize-error.ts'
import { errorChain, isDatabaseDown, isDatabaseFull } from './error-codes.ts'

/** Says in one sentence, which an operator can act on, why the database cannot be used. */
export class DatabaseStartupError extends StartupError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseStartupError'
  }
}

export class DataDirectoryInUseError extends DatabaseStartupError {
  constructor(directory: string) {
    super(
      `Another server is already running on the database folder ${directory}: stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataDirectoryInUseError'
  }
}

type Explanation = {
  code: RegExp
  message?: RegExp
  sentence: string | ((found: string) => string)
}

/**
 * Errors that an operator can fix, by SQLSTATE. The first match applies; `found` is its first group, or the whole
 * message.
 */
const serverErrors: Explanation[] = [
  {
    code: /^28P01$/,
    sentence:
      'The user name or the password is wrong: correct them in the URL, with special characters percent-encoded.',
  },
  {
    code: /^(28000|08P01)$/,
    message: /no encryption$|SSL off$|SSL required|TLS required/i,
    sentence:
      'The server does not accept this connection without TLS: add sslmode=verify-full to the URL, or let pg_hba.conf accept this host.',
  },
  {
    code: /^08P01$/,
    message: /unsupported startup parameter: (\w+)/,
    sentence: (name) =>
      `The connection pooler rejects the parameter ${name}: remove it from the URL, or add it to ignore_startup_parameters of PgBouncer.`,
  },
  {
    code: /^(28...|08P01)$/,
    sentence: (message) =>
      `The server does not accept this user, host and database (${message}): correct the URL, or allow them on the server (pg_hba.conf).`,
  },
  {
    code: /^3D000$/,
    sentence: (message) => `The ${message}: create it, or correct its name in the URL.`,
  },
  {
    code: /^42501$/,
    message: /create extension "([^"]+)"/,
    sentence: (name) =>
      `The role may not create the extension ${name}: run CREATE EXTENSION ${name} in this database as a superuser.`,
  },
  {
    code: /^(0A000|58P01|42704)$/,
    message: /extension "([^"]+)" is not available|\/(\w+)\.control"/,
    sentence: (name) =>
      `The server lacks the extension ${name}: install PostgreSQL's contrib extensions there (package postgresql-contrib).`,
  },
  {
    code: /^(42501|3F000)$/,
    sentence: (message) =>
      `The role lacks a privilege (${message}): make it the owner of the database, or grant CREATE on the database and on the schema public.`,
  },
  {
    code: /^(22P05|22021)$/,
    sentence: (message) =>
      `The database must use UTF8 (${message}): create it with ENCODING 'UTF8'.`,
  },
  {
    code: /^25006$/,
    sentence: 'The server is read-only (a standby): use the URL of the primary.',
  },
  {
    code: /^53300$/,
    sentence:
      'The server has no connection left: raise max_connections there, or put a connection pooler in between.',
  },
  {
    code: /^57014$/,
    sentence: (message) =>
      `The server ended a statement too early (${message}): raise statement_timeout of the role.`,
  },
]

const networkErrors: Explanation[] = [
  {
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    sentence: 'The host name cannot be resolved: correct the host in the URL.',
  },
  {
    code: /^(ECONNREFUSED|ENOENT)$/,
    message: /^connect /,
    sentence: 'No server listens there: start PostgreSQL, or correct host and port in the URL.',
  },
  {
    code: /^ENOENT$/,
    sentence: (message) =>
      `A file that the URL names does not exist (${message}): correct sslrootcert, sslcert or sslkey.`,
  },
  {
    code: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    sentence: 'The server does not respond: check host and port in the URL, and firewalls.',
  },
  {
    code: /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/,
    sentence: (message) =>
      `The TLS certificate of the server is not trusted (${message}): name its certificate authority with sslrootcert in the URL or in NODE_EXTRA_CA_CERTS.`,
  },
  {
    code: /^$/,
    message: /does not support SSL/,
    sentence:
      'The server does not offer TLS, which sslmode in the URL requires: enable TLS there, or remove sslmode from the URL.',
  },
  {
    code: /^$/,
    message: /password must be a/,
    sentence: 'The server requires a password: add it to the URL.',
  },
  {
    code: /^$/,
    message: /timeout/i,
    sentence: 'The server does not respond: check host and port in the URL, and firewalls.',
  },
  {
    code: /^(ECONNRESET|EPIPE)?$/,
    message: /terminated|ECONNRESET|EPIPE/,
    sentence:
      'The server closed the connection: check that host and port in the URL are those of PostgreSQL.',
  },
]

/** One sentence for any error of the database, without SQL; undefined for other errors. */
export function describeDatabaseError(error: unknown): string | undefined {
  const postgresError = postgresErrorOf(error)
  if (isDatabaseFull(error)) return 'The disk of the database is full: free some space there.'
  const known = postgresError && explain(serverErrors, postgresError)
  if (known) return known
  if (isDatabaseDown(error)) return 'The connection to the database was lost: try again.'
  return (
    postgresError &&
    `The database refused a statement: ${safeMessage(postgresError)} (SQLSTATE ${postgresError.code}).`
  )
}

/** For errors while connecting to `url`: always one sentence, never with the password of the URL. */
export function toStartupError(error: unknown, url: string): DatabaseStartupError {
  if (error instanceof DatabaseStartupError) return error
  const postgresError = postgresErrorOf(error)
  const chain = errorChain(error)
  const sentence =
    (postgresError && explain(serverErrors, postgresError)) ??
    chain.map((layer) => explain(networkErrors, layer)).find((known) => known !== undefined) ??
    `DATABASE_URL: The database cannot be used (${chain.find(({ message }) => message)?.message ?? 'no response'}).`
  return new DatabaseStartupError(withoutPassword(sentence, url), { cause: error })
}

const postgresErrorOf = (error: unknown) =>
  errorChain(error).find((layer): layer is pg.DatabaseError => layer instanceof pg.DatabaseError)

function explain(
  explanations: Explanation[],
  { code = '', message = '' }: { code?: unknown; message?: unknown },
): string | undefined {
  for (const { code: codes, message: pattern = /(.*)/s, sentence } of explanations) {
    const found = codes.test(String(code)) ? pattern.exec(String(message)) : null
    if (!found) continue
    const text =
      typeof sentence === 'string' ? sentence : sentence(found[1] ?? found[2] ?? found[0])
    return `DATABASE_URL: ${text}`
  }
  return undefined
}

function withoutPassword(sentence: string, url: string): string {
  const { password, searchParams } = new URL(url)
  const secrets = [password, decode(password), searchParams.get('password') ?? '']
  return secrets.reduce(
    (text, secret) => (secret ? text.replaceAll(secret, '***') : text),
    sentence,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
