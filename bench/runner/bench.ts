import type { Tool } from './tools.ts'

/** Every file directly in bench/ exports one of these as `bench`; the file name is its name. */
export type Bench = {
  /** What is measured, compared with what and how: a short paragraph above the table. */
  description: string
  /** External programs. If one cannot be installed, the rows that need it say so. */
  tools: readonly Tool[]
  run(context: BenchContext): Promise<Row[]>
}

export type BenchContext = {
  /** Every round runs each variant once; the first round is a warm-up. */
  rounds: number
  /** How long one iteration lasts, if time and not a number of calls limits it. */
  seconds: number
  /** The path of a tool, or undefined if it is not available. */
  tools: Readonly<Record<Tool, string | undefined>>
  /** Datasets persist here between runs. */
  datasets: string
  /** An empty folder that is removed at the end. */
  scratch: string
  /** Node options of the measured server. */
  nodeOptions: readonly string[]
  log(line: string): void
}

export type Row = {
  label: string
  /** With its unit, such as '1,280 /s'; or why there is none. */
  figure: string
  /** CPU time of the server, with its unit, such as '0.14 ms'. */
  cpu?: string
  /** Relative to the reference, which is 1: how many times the throughput, or the time. */
  ratio?: number
  goal?: Goal
}

export type Goal = { text: string; met: boolean }

export function atLeast(goal: number, measured: number): Goal {
  return { text: `≥ ${goal.toLocaleString('en')}`, met: measured >= goal }
}

export function atMost(goal: number, measured: number, unit = ''): Goal {
  return { text: `≤ ${goal.toLocaleString('en')}${unit}`, met: measured <= goal }
}

export const notMeasured = (label: string, tool: Tool): Row => ({
  label,
  figure: `not measured: ${tool} is not on this machine and could not be installed`,
})
