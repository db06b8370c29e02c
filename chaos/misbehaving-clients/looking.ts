import { onTestFinished } from 'vitest'
import { connect } from '#server/platform/postgres/open.ts'
import type { Site } from '../site.ts'
import { openInspector } from '../soak/inspector.ts'
import { type ResourceMetrics, readResourceMetrics } from '../soak/resource-metrics.ts'

const MB = 1024 * 1024

/** More than noise, less than what clients that are gone had cost by then. */
const allowedGrowth: Partial<ResourceMetrics> = {
  heap: 8 * MB,
  outside: 8 * MB,
  // The database's connections come and go; forgotten clients would be more than a hundred.
  handles: 30,
  keptOpen: 10,
}

/** What a server started with `--inspect` holds, as often as it is asked for. */
export async function openMetrics(site: Site, server: { pid: number; output(): string }) {
  const inspector = await openInspector(server.output())
  onTestFinished(inspector.close)
  const postgres = connect(
    site.databaseUrl,
    () => {},
    async () => {},
  )
  onTestFinished(postgres.close)
  return () => readResourceMetrics({ pid: server.pid, dataDir: site.dataDir, postgres, inspector })
}

export function grownSince(before: ResourceMetrics, now: ResourceMetrics): string[] {
  const kinds = Object.keys(allowedGrowth) as (keyof ResourceMetrics)[]
  return kinds
    .filter((kind) => now[kind] - before[kind] > (allowedGrowth[kind] ?? 0))
    .map((kind) => `${kind} from ${before[kind]} to ${now[kind]}`)
}
