import { growthPerSample, medianOf } from './growth.ts'
import type { ResourceMetrics } from './resource-metrics.ts'

/** With the number of expected responses so far, and the slowest response since the last sample. */
export type Sample = ResourceMetrics & { expectedCount: number; slowest: number }

const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const formatters: Record<keyof Sample, (value: number) => string> = {
  expectedCount: String,
  slowest: (ms) => `${Math.round(ms)} ms`,
  heap: inMegabytes,
  external: inMegabytes,
  resident: inMegabytes,
  handles: String,
  storeFiles: String,
  connections: String,
  inTransaction: String,
  temporaryFiles: String,
}

/** A Markdown table: after the warm-up, in the middle, at the end, and the growth of each metric. */
export function reportOf(
  samples: readonly Sample[],
  { warmUp, roundMs }: { warmUp: number; roundMs: number },
) {
  const compared = samples.slice(warmUp)
  const third = Math.floor(compared.length / 3)
  const rows = Object.entries(formatters).map(([metric, show]) => {
    const series = compared.map((metrics) => metrics[metric as keyof Sample])
    const thirds = [series.slice(0, third), series.slice(third, -third), series.slice(-third)]
    const perMinute = (growthPerSample(series) * 60_000) / roundMs
    const cells = [...thirds.map((values) => show(medianOf(values))), show(Math.round(perMinute))]
    return `| ${[metric, ...cells].join(' | ')} |`
  })
  return [
    '| metric | first third | middle | last third | a minute |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
