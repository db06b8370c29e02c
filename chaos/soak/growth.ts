/** How much more is certainly held in the last third of the samples than in the first. */
export function certainGrowth(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3)
  if (third < 1) throw new Error(`${samples.length} samples say nothing about growth.`)
  // Noise goes up and down; what leaks is in the end never as low as it was at its highest before.
  return Math.min(...samples.slice(-third)) - Math.max(...samples.slice(0, third))
}

/** By the median of all pairs (Theil and Sen), so that one odd sample says nothing. */
export function growthPerSample(samples: readonly number[]): number {
  const slopes = samples.flatMap((from, at) =>
    samples.slice(at + 1).map((to, further) => (to - from) / (further + 1)),
  )
  return medianOf(slopes)
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
