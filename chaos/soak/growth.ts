/** By how much the minimum of the last third of the samples exceeds the maximum of the first. */
export function certainGrowth(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3)
  if (third < 1) throw new Error(`${samples.length} samples say nothing about growth.`)
  // Noise goes up and down; with a leak even the late minimum exceeds the early maximum.
  return Math.min(...samples.slice(-third)) - Math.max(...samples.slice(0, third))
}

/** The median slope of all pairs (Theil–Sen estimator), robust against outliers. */
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
