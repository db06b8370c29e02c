import { percentile, type Taken } from './measure.ts'

type Row = { name: string; p50: string; p99: string; cpu50: string; cpu99: string; beside: string }

/** Each beside the first, by processor time: that hardly depends on what else the machine does. */
export function toTable(taken: Taken[]): Row[] {
  const reference = percentile(taken[0]?.processor ?? [], 0.5)
  return taken.map(({ name, clock, processor }) => ({
    name,
    p50: percentile(clock, 0.5).toFixed(2),
    p99: percentile(clock, 0.99).toFixed(2),
    cpu50: percentile(processor, 0.5).toFixed(2),
    cpu99: percentile(processor, 0.99).toFixed(2),
    beside: (percentile(processor, 0.5) / reference).toFixed(1),
  }))
}
