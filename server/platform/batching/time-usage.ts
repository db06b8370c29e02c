/** How much time each key has used lately, with exponential decay. */
export type TimeUsage = {
  add(key: string, ms: number): void
  of(key: string): number
  /** The keys that have used more than this. */
  above(ms: number): string[]
}

/** After this time, used time counts half. */
const defaultHalfLifeMs = 60_000
const negligibleMs = 1
const minSweepSize = 1000

export function createTimeUsage(now: () => number, halfLifeMs = defaultHalfLifeMs): TimeUsage {
  const entries = new Map<string, { ms: number; at: number }>()
  let sweepSize = minSweepSize

  function of(key: string): number {
    const entry = entries.get(key)
    return entry ? entry.ms * 0.5 ** ((now() - entry.at) / halfLifeMs) : 0
  }

  return {
    of,
    above: (ms) => [...entries.keys()].filter((key) => of(key) > ms),
    add(key, ms) {
      entries.set(key, { ms: of(key) + ms, at: now() })
      if (entries.size < sweepSize) return
      for (const known of entries.keys()) if (of(known) < negligibleMs) entries.delete(known)
      sweepSize = Math.max(minSweepSize, entries.size * 2)
    },
  }
}
