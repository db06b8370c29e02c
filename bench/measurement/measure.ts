import type { DatabaseClient } from './database-client.ts'

export type Workload = { name: string; client: DatabaseClient; queries: (() => Promise<unknown>)[] }

/** Milliseconds: wall-clock time of the caller, and CPU time of PostgreSQL. */
export type Timings = { name: string; wall: number[]; cpu: number[] }

/** Runs all workloads in each round, so that other load on the machine affects all equally. */
export async function measure(questions: Workload[], rounds: number): Promise<Timings[]> {
  const taken = questions.map(({ name }): Timings => ({ name, wall: [], cpu: [] }))
  for (let round = 0; round <= rounds; round++)
    for (const [index, question] of questions.entries()) {
      const { clock, cpu } = await runAll(question)
      // The first round is a warm-up.
      if (round > 0) taken[index]?.wall.push(...clock)
      if (round > 0) taken[index]?.cpu.push(...cpu)
    }
  return taken
}

async function runAll({ client, queries }: Workload) {
  const clock: number[] = []
  const cpu: number[] = []
  for (const ask of queries) {
    const before = client.cpuTime()
    const start = performance.now()
    await ask()
    clock.push(performance.now() - start)
    cpu.push(client.cpuTime() - before)
  }
  return { clock, cpu }
}

export function merge(name: string, taken: Timings[]): Timings {
  return {
    name,
    wall: taken.flatMap(({ wall }) => wall),
    cpu: taken.flatMap(({ cpu }) => cpu),
  }
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
