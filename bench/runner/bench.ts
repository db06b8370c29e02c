import type { Tool } from './tools.ts'

/** Every file directly in bench/ exports one of these as `bench`; its name is the file's name. */
export type Bench = {
  /** What is measured, beside what and how: one short paragraph that stands above its table. */
  description: string
  /** Programs that are not ours. Where one cannot be had, the bench says so in the rows that need it. */
  tools: readonly Tool[]
  run(context: BenchContext): Promise<Row[]>
}

export type BenchContext = {
  /** Each way of doing a thing has its turn in every round; a first round only warms up. */
  rounds: number
  /** How long one turn lasts, where time and not a number of calls ends it. */
  seconds: number
  /** Where a tool is, or undefined if it could not be had. */
  tools: Readonly<Record<Tool, string | undefined>>
  /** Datasets stay here from run to run. */
  datasets: string
  /** An empty folder that is removed in the end. */
  scratch: string
  /** What our server's Node is started with. */
  nodeOptions: readonly string[]
  log(line: string): void
}

export type Row = {
  work: string
  /** With its unit, such as '1,280 /s'; or why there is none. */
  figure: string
  /** CPU time of whoever serves, with its unit, such as '0.14 ms'. */
  cpu?: string
  /** To the reference, which is 1: how many times as much gets done, or as much time is taken. */
  ratio?: number
  goal?: Goal
}

export type Goal = { text: string; met: boolean }

export function atLeast(wanted: number, found: number): Goal {
  return { text: `≥ ${wanted.toLocaleString('en')}`, met: found >= wanted }
}

export function atMost(wanted: number, found: number, unit = ''): Goal {
  return { text: `≤ ${wanted.toLocaleString('en')}${unit}`, met: found <= wanted }
}

export const notMeasured = (work: string, tool: Tool): Row => ({
  work,
  figure: `not measured: ${tool} is not on this machine and could not be installed`,
})
