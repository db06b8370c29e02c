import { collectDefaultMetrics, Gauge, Registry, register } from '@prometheus-io/client'
import { freeSpace } from '#server/platform/files/directories.ts'
import type { Postgres } from '#server/platform/postgres/open.ts'
import { memoizeAsync } from '#server/shared/memoize-async.ts'
import { countOpenReports, findQueueLengths } from './metrics-repository.ts'
import { countUsers, sumStoredBytes, sumTrackTotals } from './repository.ts'

export type MetricsDeps = { postgres: Postgres; dataDir: string }

/** A scrape costs the same however often it happens. */
const contentTtlMs = 15_000
/** It reads all uploads. */
const storageTtlMs = 5 * 60_000

const prefix = 'soundpost_'
/** Default metrics that promtool rejects; nobody reads them. */
const misnamed = [
  ...['active_handles_total', 'active_requests_total', 'active_resources_total'],
  ...['eventloop_utilization_histogram', 'eventloop_utilization_summary'],
]

/**
 * Returns what the process has counted (platform/metrics) and the current state of the site, as Prometheus reads it.
 * While the database does not respond, what is read from it is missing.
 */
export function createMetrics(deps: MetricsDeps): () => Promise<string> {
  const process = new Registry()
  collectDefaultMetrics({ register: process, prefix })
  for (const name of misnamed) process.removeSingleMetric(`${prefix}nodejs_${name}`)
  const measurements = [measureResources(deps), measureContent(deps), measureStorage(deps)]
  return async () => {
    const texts = await Promise.all(measurements.map((measure) => measure().catch(() => '')))
    return [await register.metrics(), await process.metrics(), ...texts].join('\n')
  }
}

type Measure = () => Promise<string>

function measureResources({ postgres, dataDir }: MetricsDeps): Measure {
  const { registry, gauge } = makeRegistry()
  const connections = gauge('database_connections', 'Connections of the pool, by state.', 'state')
  const waiting = gauge('database_waiting_requests', 'Requests that wait for a connection.')
  const disk = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.')
  return async () => {
    const { totalCount, idleCount, waitingCount } = postgres.pool
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'used' }, totalCount - idleCount)
    waiting.set(waitingCount)
    disk.set(await freeSpace(dataDir))
    return registry.metrics()
  }
}

function measureContent({ postgres: { db } }: MetricsDeps): Measure {
  const content = memoizeAsync(
    async () => ({
      totals: await sumTrackTotals(db),
      users: await countUsers(db),
      reports: await countOpenReports(db),
      queues: await findQueueLengths(db),
    }),
    contentTtlMs,
  )
  const { registry, gauge } = makeRegistry()
  const tracks = gauge('tracks', 'Tracks, by visibility: public or hidden.', 'visibility')
  const users = gauge('users', 'Users.')
  const reports = gauge('open_reports', 'Reported items without a decision.')
  const jobs = gauge('queue_jobs', 'Background jobs that are due or running, by queue.', 'queue')
  const ages = gauge('queue_oldest_job_seconds', 'Age of the oldest due job, by queue.', 'queue')
  return async () => {
    const { totals, ...counts } = await content.get()
    tracks.set({ visibility: 'public' }, totals.publicTracks)
    tracks.set({ visibility: 'hidden' }, totals.tracks - totals.publicTracks)
    users.set(counts.users)
    reports.set(counts.reports)
    jobs.reset()
    ages.reset()
    for (const { queue, waiting, oldestSeconds } of counts.queues) {
      jobs.set({ queue }, waiting)
      ages.set({ queue }, oldestSeconds)
    }
    return registry.metrics()
  }
}

function measureStorage({ postgres: { db } }: MetricsDeps): Measure {
  const storage = memoizeAsync(() => sumStoredBytes(db), storageTtlMs)
  const { registry, gauge } = makeRegistry()
  const bytes = gauge('stored_bytes', 'Bytes of files in use, by kind.', 'kind')
  return async () => {
    for (const [kind, size] of Object.entries(await storage.get())) bytes.set({ kind }, size)
    return registry.metrics()
  }
}

function makeRegistry() {
  const registry = new Registry()
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: prefix + name, help, labelNames, registers: [registry] })
  return { registry, gauge }
}
