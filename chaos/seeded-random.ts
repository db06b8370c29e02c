import { seed } from './scale.ts'

export type SeededRandom = {
  /** An integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number
  among<T>(things: readonly T[]): T
  shuffled<T>(things: readonly T[]): T[]
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
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const among = <T>(things: readonly T[]): T => {
    const thing = things[between(0, things.length - 1)]
    if (thing === undefined) throw new Error('There is nothing to choose from.')
    return thing
  }
  return {
    between,
    among,
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ thing }) => thing),
    bytes: (length) => Buffer.from(Array.from({ length }, () => between(0, 255))),
  }
}
