import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type { Postgres } from '#server/platform/postgres/open.ts'
import type { Inspector, Memory } from './inspector.ts'

/** Resources of an idle server. */
export type Resources = Memory & {
  /** Descriptors other than cached media files and connections; 0 without /proc. */
  handles: number
  /** Files of the store in the file descriptor cache. */
  keptOpen: number
  connections: number
}

/** Metrics that are 0 when the server is idle. */
type InFlight = { inTransaction: number; temporaryFiles: number }

export type ResourceMetrics = Resources & InFlight

export type Target = { pid: number; dataDir: string; postgres: Postgres; inspector: Inspector }

export async function readResourceMetrics(patient: Target): Promise<ResourceMetrics> {
  const objects = path.join(patient.dataDir, 'objects')
  const open = openHandles(patient.pid)
  const keptOpen = open.filter((target) => target.startsWith(objects)).length
  const { connections, inTransaction } = await connectionsOf(patient.postgres)
  return {
    ...(await patient.inspector.memoryAfterCollection()),
    handles: Math.max(0, open.length - keptOpen - connections),
    keptOpen,
    connections,
    inTransaction,
    temporaryFiles: readdirSync(path.join(objects, '.temporary')).length,
  }
}

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
