/** A seeded random number generator: the same seed gives the same music, artists and likes. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  unit(): number
  between(low: number, high: number): number
  /** An integer, both bounds inclusive. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
  /** Approximately normally distributed around 0. */
  bell(spread: number): number
  /** An independent sequence, so that parts do not affect each other. */
  fork(name: string): Random
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 16777619)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 2246822507)
  return (hash ^ (hash >>> 13)) >>> 0
}

export function randomFrom(seed: string): Random {
  let state = hashOf(seed)
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1))
  return {
    unit,
    whole,
    between: (low, high) => low + unit() * (high - low),
    chance: (probability) => unit() < probability,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('There is nothing to pick from.')
      return item
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: unit() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
    bell: (spread) => (unit() + unit() + unit() + unit() - 2) * spread,
    fork: (name) => randomFrom(`${seed}/${name}`),
  }
}

/** White noise, generated without a call per sample. */
export function noise(frames: number, random: Random, gain = 1): Float32Array {
  const samples = new Float32Array(frames)
  let state = (random.unit() * 0x7fffffff) | 1
  const scale = gain / 0x80000000
  for (let i = 0; i < frames; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    samples[i] = state * scale
  }
  return samples
}
