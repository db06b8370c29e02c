import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

const probeMs = 10_000

/** A connection for work that takes longer than the pool's timeouts allow. */
export async function withLongRunningConnection<T>(
  url: string,
  work: (db: NodePgDatabase) => Promise<T>,
  options = { probeMs },
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  const stopProbing = destroyIfSilent(client, url, options)
  try {
    return await work(drizzle({ client }))
  } finally {
    await client.end()
    stopProbing()
  }
}

/**
 * A statement may take as long as it needs. A database that twice does not accept another connection either is lost:
 * without an answer and without an error the work would wait for ever.
 */
function destroyIfSilent(client: pg.Client, url: string, options: { probeMs: number }) {
  let silences = 0
  const probe = async () => {
    silences = (await isDatabaseSilent(url, options)) ? silences + 1 : 0
    if (silences === 2)
      client.connection.stream.destroy(new Error('The database did not respond in time'))
    else timer = setTimeout(probe, options.probeMs).unref()
  }
  let timer = setTimeout(probe, options.probeMs).unref()
  return () => clearTimeout(timer)
}

/** Refused, or no connection left, is an answer. */
async function isDatabaseSilent(url: string, { probeMs }: { probeMs: number }): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeMs })
  client.on('error', () => {})
  try {
    await client.connect()
    void client.end()
    return false
  } catch (error) {
    return error instanceof Error && error.message.startsWith('timeout')
  }
}
