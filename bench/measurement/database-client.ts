import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '#server/platform/postgres/open.ts'
import { allowPreparedStatements } from '#server/platform/postgres/prepared-query.ts'

type RecordedQuery = { text: string; values: unknown[] }

/** One connection, so that one PostgreSQL backend does all the work and its CPU time can be read. */
export type DatabaseClient = {
  db: Db
  client: pg.Client
  /** Milliseconds of CPU time that PostgreSQL has spent on this connection; 0 except on Linux. */
  cpuTime(): number
  /** The queries that `run` runs. */
  record(run: () => Promise<unknown>): Promise<RecordedQuery[]>
  close(): Promise<void>
}

export async function openDatabaseClient(url: string): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  let recording: RecordedQuery[] | undefined
  const logger = {
    logQuery: (text: string, values: unknown[]) => void recording?.push({ text, values }),
  }
  const db = drizzle({ client, logger })
  allowPreparedStatements(db)
  return {
    db,
    client,
    cpuTime: () => readCpuTime(pid),
    async record(run) {
      const queries: RecordedQuery[] = []
      recording = queries
      await run()
      recording = undefined
      return queries
    },
    close: () => client.end(),
  }
}

function readCpuTime(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
