import type { DatabaseClient } from './database-client.ts'

export type Workload = { name: string; client: DatabaseClient; queries: (() => Promise<unknown>)[] }

/** Milliseconds: wall-clock time of the caller, and CPU time of PostgreSQL. */
export type Timings = { name: string; wall: number[]; cpu: number[] }

/** Runs all workloads in each round, so that other load on the machine affects all equally. */
export async function measure(workloads: Workload[], rounds: number): Promise<Timings[]> {
  const timings = workloads.map(({ name }): Timings => ({ name, wall: [], cpu: [] }))
  for (let round = 0; round <= rounds; round++)
    for (const [index, workload] of workloads.entries()) {
      const { wall, cpu } = await runAll(workload)
      // The first round is a warm-up.
      if (round > 0) timings[index]?.wall.push(...wall)
      if (round > 0) timings[index]?.cpu.push(...cpu)
    }
  return timings
}

async function runAll({ client, queries }: Workload) {
  const wall: number[] = []
  const cpu: number[] = []
  for (const query of queries) {
    const before = client.cpuTime()
    const start = performance.now()
    await query()
    wall.push(performance.now() - start)
    cpu.push(client.cpuTime() - before)
  }
  return { wall, cpu }
}

export function merge(name: string, timings: Timings[]): Timings {
  return {
    name,
    wall: timings.flatMap(({ wall }) => wall),
    cpu: timings.flatMap(({ cpu }) => cpu),
  }
}

export function percentile(values: number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}
