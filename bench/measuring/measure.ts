import type { Asker } from './asker.ts'

export type Question = { name: string; asker: Asker; asks: (() => Promise<unknown>)[] }

/** Milliseconds: as the caller sees them, and of PostgreSQL's processor time. */
export type Taken = { name: string; clock: number[]; processor: number[] }

/** All questions in turn, round after round, so that a busy moment of the machine hits all alike. */
export async function measure(questions: Question[], rounds: number): Promise<Taken[]> {
  const taken = questions.map(({ name }): Taken => ({ name, clock: [], processor: [] }))
  for (let round = 0; round <= rounds; round++)
    for (const [index, question] of questions.entries()) {
      const { clock, processor } = await askAll(question)
      // The first round only warms up.
      if (round > 0) taken[index]?.clock.push(...clock)
      if (round > 0) taken[index]?.processor.push(...processor)
    }
  return taken
}

async function askAll({ asker, asks }: Question) {
  const clock: number[] = []
  const processor: number[] = []
  for (const ask of asks) {
    const before = asker.processorTime()
    const start = performance.now()
    await ask()
    clock.push(performance.now() - start)
    processor.push(asker.processorTime() - before)
  }
  return { clock, processor }
}

export function together(name: string, taken: Taken[]): Taken {
  return {
    name,
    clock: taken.flatMap(({ clock }) => clock),
    processor: taken.flatMap(({ processor }) => processor),
  }
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
