import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A connection for work that takes longer than the pool's timeouts allow. */
export async function withLongRunningConnection<T>(
  url: string,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(drizzle({ client }))
  } finally {
    await client.end()
  }
}
