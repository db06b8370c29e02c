import { growthPerSample, medianOf } from './growth.ts'
import type { ResourceMetrics } from './resource-metrics.ts'

/** With the number of expected responses so far, and the slowest response since the last sample. */
export type Sample = ResourceMetrics & { right: number; slowest: number }

const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const shown: Record<keyof Sample, (value: number) => string> = {
  right: String,
  slowest: (ms) => `${Math.round(ms)} ms`,
  heap: inMegabytes,
  outside: inMegabytes,
  resident: inMegabytes,
  handles: String,
  keptOpen: String,
  connections: String,
  inTransaction: String,
  temporaryFiles: String,
}

/** A Markdown table: after the warm-up, in the middle, at the end, and the growth of each metric. */
export function reportOf(
  seen: readonly Sample[],
  { warmUp, roundMs }: { warmUp: number; roundMs: number },
) {
  const compared = seen.slice(warmUp)
  const third = Math.floor(compared.length / 3)
  const rows = Object.entries(shown).map(([sign, show]) => {
    const samples = compared.map((signs) => signs[sign as keyof Sample])
    const thirds = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)]
    const perMinute = (growthPerSample(samples) * 60_000) / roundMs
    const cells = [...thirds.map((part) => show(medianOf(part))), show(Math.round(perMinute))]
    return `| ${[sign, ...cells].join(' | ')} |`
  })
  return [
    '| sign | first third | middle | last third | a minute |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
