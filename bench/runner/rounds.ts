/** A variant of the work: runs one iteration and returns its measurement. */
export type Variant<Measurement> = { name: string; run(): Promise<Measurement> }

/** The measurements of each variant, by round. */
export type Rounds<Measurement> = ReadonlyMap<string, readonly Measurement[]>

/** Interleaves the variants in each round, so that other load affects all equally. The first round is a warm-up. */
export async function runRounds<Measurement>(
  rounds: number,
  variants: readonly Variant<Measurement>[],
): Promise<Rounds<Measurement>> {
  const results = new Map<string, Measurement[]>(variants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const { name, run } of variants) {
      const measurement = await run()
      if (round > 0) results.get(name)?.push(measurement)
    }
  return results
}

export function medianOf<Measurement>(
  rounds: Rounds<Measurement>,
  name: string,
  read: (measurement: Measurement) => number,
): number {
  return median((rounds.get(name) ?? []).map(read))
}

/** Ratios are computed per round, because other load differs between rounds. */
export function ratioOf<Measurement>(
  rounds: Rounds<Measurement>,
  name: string,
  reference: string,
  read: (measurement: Measurement) => number,
): number {
  const references = rounds.get(reference) ?? []
  return median(
    (rounds.get(name) ?? []).flatMap((measurement, round) => {
      const other = references[round]
      return other === undefined ? [] : read(measurement) / read(other)
    }),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
