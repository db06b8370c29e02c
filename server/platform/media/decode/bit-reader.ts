/** Reads numbers of up to 32 bits, the most significant bit first. Throws after the end. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0
  readonly #end: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#end = bytes.length * 8
  }

  read(count: number): number {
    const value = this.peek(count)
    this.skip(count)
    return value
  }

  readSigned(count: number): number {
    const unused = 32 - count
    return (this.read(count) << unused) >> unused
  }

  /** Bits beyond the end are zero. */
  peek(count: number): number {
    if (count === 0) return 0
    const first = this.#at >> 3
    const offset = this.#at & 7
    const bytes = this.#bytes
    const word =
      ((bytes[first] ?? 0) << 24) |
      ((bytes[first + 1] ?? 0) << 16) |
      ((bytes[first + 2] ?? 0) << 8) |
      (bytes[first + 3] ?? 0)
    const shifted =
      offset === 0 ? word : (word << offset) | ((bytes[first + 4] ?? 0) >> (8 - offset))
    return shifted >>> (32 - count)
  }

  skip(count: number): void {
    this.#at += count
    if (this.#at > this.#end) throw new Error('The packet is damaged.')
  }

  /** Counts ones up to a zero, which is read too; at most `max`. */
  readOnes(max: number): number {
    const ones = Math.min(max, Math.clz32(~(this.peek(max) << (32 - max))))
    this.skip(ones === max ? max : ones + 1)
    return ones
  }
}
