/** A variant of the work: runs one iteration and returns its result. */
export type Variant<Found> = { name: string; run(): Promise<Found> }

/** The results of each variant, by round. */
export type Rounds<Found> = ReadonlyMap<string, readonly Found[]>

/** Interleaves the variants in each round, so that other load affects all equally. The first round is a warm-up. */
export async function runRounds<Found>(
  rounds: number,
  variants: readonly Variant<Found>[],
): Promise<Rounds<Found>> {
  const found = new Map<string, Found[]>(variants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const { name, run } of variants) {
      const result = await run()
      if (round > 0) found.get(name)?.push(result)
    }
  return found
}

export function medianOf<Found>(
  rounds: Rounds<Found>,
  name: string,
  read: (found: Found) => number,
): number {
  return median((rounds.get(name) ?? []).map(read))
}

/** Ratios are computed per round, because other load differs between rounds. */
export function ratioOf<Found>(
  rounds: Rounds<Found>,
  name: string,
  reference: string,
  read: (found: Found) => number,
): number {
  const references = rounds.get(reference) ?? []
  return median(
    (rounds.get(name) ?? []).flatMap((found, round) => {
      const other = references[round]
      return other === undefined ? [] : read(found) / read(other)
    }),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
