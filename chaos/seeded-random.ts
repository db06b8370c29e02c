import { seed } from './scale.ts'

export type SeededRandom = {
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number
  among<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
  bytes(length: number): Buffer
}

/** Deterministic per seed; each purpose has an independent sequence. */
export function seededRandom(purpose: string): SeededRandom {
  let state = seed
  for (const letter of purpose) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  /** mulberry32 */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const among = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }
  return {
    between,
    among,
    shuffled: (items) =>
      items
        .map((item) => ({ item, sortKey: next() }))
        .sort((one, other) => one.sortKey - other.sortKey)
        .map(({ item }) => item),
    bytes: (length) => Buffer.from(Array.from({ length }, () => between(0, 255))),
  }
}
