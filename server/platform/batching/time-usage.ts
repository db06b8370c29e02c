/** How much time each key has used lately, with exponential decay. */
type TimeUsage = {
  add(key: string, ms: number): void
  of(key: string): number
}

/** After this time, used time counts half. */
const halfLifeMs = 60_000
const negligibleMs = 1
const minSweepSize = 1000

export function createTimeUsage(now: () => number): TimeUsage {
  const entries = new Map<string, { ms: number; at: number }>()
  let sweepSize = minSweepSize

  function of(key: string): number {
    const entry = entries.get(key)
    return entry ? entry.ms * 0.5 ** ((now() - entry.at) / halfLifeMs) : 0
  }

  return {
    of,
    add(key, ms) {
      entries.set(key, { ms: of(key) + ms, at: now() })
      if (entries.size < sweepSize) return
      for (const known of entries.keys()) if (of(known) < negligibleMs) entries.delete(known)
      sweepSize = Math.max(minSweepSize, entries.size * 2)
    },
  }
}
