import { onTestFinished } from 'vitest'
import { connect } from '#server/platform/postgres/open.ts'
import type { ServerProcess } from '#server/testing/server-process.ts'
import type { Deployment } from '../deployment.ts'
import { openInspector } from '../soak/inspector.ts'
import { type ResourceMetrics, readResourceMetrics } from '../soak/resource-metrics.ts'

export type StartServer = () => Promise<{ deployment: Deployment; server: ServerProcess }>

const MB = 1024 * 1024

/** More than noise, less than the cost of leaked clients. */
const allowedGrowth: Partial<ResourceMetrics> = {
  heap: 8 * MB,
  external: 8 * MB,
  // Database connections come and go; leaked clients would be fifty or more.
  handles: 30,
  storeFiles: 10,
}

/** Samples the resources of a server started with `--inspect`. */
export async function openMetrics(deployment: Deployment, server: ServerProcess) {
  const inspector = await openInspector(server.output())
  onTestFinished(inspector.close)
  const postgres = connect(
    deployment.databaseUrl,
    () => {},
    async () => {},
  )
  onTestFinished(postgres.close)
  return () =>
    readResourceMetrics({ pid: server.pid, dataDir: deployment.dataDir, postgres, inspector })
}

export function grownSince(before: ResourceMetrics, now: ResourceMetrics): string[] {
  const kinds = Object.keys(allowedGrowth) as (keyof ResourceMetrics)[]
  return kinds
    .filter((kind) => now[kind] - before[kind] > (allowedGrowth[kind] ?? 0))
    .map((kind) => `${kind} from ${before[kind]} to ${now[kind]}`)
}
