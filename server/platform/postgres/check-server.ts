import pg from 'pg'
import { DatabaseStartupError, toStartupError } from './describe-error.ts'

const oldestVersion = 15

export type ServerInfo = {
  /**
   * Whether a connection pooler such as PgBouncer is in between: then consecutive transactions may run in different
   * sessions.
   */
  isPooled: boolean
}

/** Connects once, and throws one sentence about what is wrong with the server that this setting names. */
export async function checkServer(url: string, setting = 'DATABASE_URL'): Promise<ServerInfo> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    client.on('error', () => {})
    await client.connect()
    return await inspect(client)
  } catch (error) {
    const problem = toStartupError(error, url)
    if (problem instanceof DatabaseStartupError)
      problem.message = problem.message.replace(/^DATABASE_URL/, setting)
    throw problem
  } finally {
    await client?.end().catch(() => {})
  }
}

async function inspect(client: pg.Client): Promise<ServerInfo> {
  const { rows } = await client.query<{ version: string; encoding: string; pid: number }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_backend_pid() as pid`,
  )
  const { version = '', encoding = '', pid = 0 } = rows[0] ?? {}
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new DatabaseStartupError(
      `DATABASE_URL: The server is PostgreSQL ${version}, and version ${oldestVersion} or later is needed: upgrade it, or use another server.`,
    )
  // SQL_ASCII stores UTF-8 bytes unchanged.
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new DatabaseStartupError(
      `DATABASE_URL: The database must use UTF8, but this one uses ${encoding}: create another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
  // A pooler reports a made-up process id to its clients.
  return { isPooled: (client as { processID?: unknown }).processID !== pid }
}
