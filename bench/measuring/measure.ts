import type { Asker } from './asker.ts'

export type Question = {
  name: string
  /** Each is asked once per round. */
  asks: ((asker: Asker) => Promise<unknown>)[]
}

export type Figures = {
  name: string
  p50: number
  p99: number
  processor50: number
  processor99: number
}

/** All questions in turn, round after round, so that a busy moment of the machine hits all alike. */
export async function measure(
  asker: Asker,
  questions: Question[],
  rounds: number,
): Promise<Figures[]> {
  const taken = questions.map(() => ({ clock: [] as number[], processor: [] as number[] }))
  for (let round = -1; round < rounds; round++)
    for (const [index, { asks }] of questions.entries())
      for (const ask of asks) {
        const [clock, processor] = await time(asker, ask)
        // The first round only warms up.
        if (round >= 0) taken[index]?.clock.push(clock)
        if (round >= 0) taken[index]?.processor.push(processor)
      }
  return questions.map(({ name }, index) => {
    const { clock = [], processor = [] } = taken[index] ?? {}
    return {
      name,
      p50: percentile(clock, 0.5),
      p99: percentile(clock, 0.99),
      processor50: percentile(processor, 0.5),
      processor99: percentile(processor, 0.99),
    }
  })
}

async function time(asker: Asker, ask: Question['asks'][number]): Promise<[number, number]> {
  const before = asker.processorTime() ?? 0
  const start = performance.now()
  await ask(asker)
  const clock = performance.now() - start
  return [clock, (asker.processorTime() ?? 0) - before]
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
