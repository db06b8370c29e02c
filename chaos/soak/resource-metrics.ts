import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type { Postgres } from '#server/platform/postgres/open.ts'
import type { Inspector, Memory } from './inspector.ts'

/** Resources of an idle server. */
export type Resources = Memory & {
  /** Descriptors other than open files of the store and connections; 0 without /proc. */
  handles: number
  /** Open files of the store. */
  storeFiles: number
  connections: number
}

/** Metrics that are 0 when the server is idle. */
type InFlight = { inTransaction: number; temporaryFiles: number }

export type ResourceMetrics = Resources & InFlight

export type Target = { pid: number; dataDir: string; postgres: Postgres; inspector: Inspector }

export async function readResourceMetrics(target: Target): Promise<ResourceMetrics> {
  const objects = path.join(target.dataDir, 'objects')
  const open = openHandles(target.pid)
  const storeFiles = open.filter((file) => file.startsWith(objects)).length
  const { connections, inTransaction } = await connectionsOf(target.postgres)
  return {
    ...(await target.inspector.memoryAfterGc()),
    handles: Math.max(0, open.length - storeFiles - connections),
    storeFiles,
    connections,
    inTransaction,
    temporaryFiles: countTemporaryFiles(target.dataDir),
  }
}

/** Without the garbage collection that the other metrics need. */
export async function readInFlight({
  postgres,
  dataDir,
}: Pick<Target, 'postgres' | 'dataDir'>): Promise<InFlight> {
  const { inTransaction } = await connectionsOf(postgres)
  return { inTransaction, temporaryFiles: countTemporaryFiles(dataDir) }
}

const countTemporaryFiles = (dataDir: string) =>
  readdirSync(path.join(dataDir, 'objects/.temporary')).length

function openHandles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  if (process.platform !== 'linux') return []
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(path.join(folder, name))
    } catch {
      return 'closed meanwhile'
    }
  })
}

/** All connections except the one of this query. */
async function connectionsOf({ pool }: Postgres) {
  const { rows } = await pool.query<{ connections: number; inTransaction: number }>(`
    select count(*)::int as connections,
      (count(*) filter (where state like 'idle in transaction%'))::int as "inTransaction"
    from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`)
  return rows[0] ?? { connections: 0, inTransaction: 0 }
}
