import { buffer } from 'node:stream/consumers'
import { type ByteRange, type ObjectStore, StoreUnavailable } from './object-store.ts'

/** Bytes whose number is known before they are read. Any range of them can be read, as often as needed. */
export type ByteSource = {
  size: number
  /** At least one byte, and none after the last. */
  read(range: ByteRange): AsyncIterable<Uint8Array>
}

export const wholeOf = ({ size }: ByteSource): ByteRange => ({ start: 0, end: size - 1 })

/** Bytes that are made when they are read. */
export const lazySource = (size: number, make: () => Promise<Uint8Array>): ByteSource => ({
  size,
  async *read({ start, end }) {
    yield (await make()).subarray(start, end + 1)
  },
})

export const bytesSource = (bytes: Uint8Array): ByteSource =>
  lazySource(bytes.length, async () => bytes)

const zeros = Buffer.alloc(64 * 1024)

export const zeroSource = (size: number): ByteSource => ({
  size,
  async *read({ start, end }) {
    for (let left = end + 1 - start; left > 0; left -= zeros.length)
      yield zeros.subarray(0, Math.min(left, zeros.length))
  },
})

/** The bytes of an object from `start` up to, not including, `end`. */
export const objectSource = (
  store: ObjectStore,
  key: string,
  { start, end }: { start: number; end: number },
): ByteSource => ({
  size: end - start,
  async *read(range) {
    const stream = await store.read(key, { start: start + range.start, end: start + range.end })
    if (!stream) throw new StoreUnavailable(new Error('The object is missing.'))
    yield* stream
  },
})

/** For the bytes of a short range. */
export async function readBytes(source: ByteSource, range: ByteRange): Promise<Buffer> {
  return buffer(source.read(range))
}

/** One after the other. Only the sources that a range needs are read. */
export function concatSources(sources: readonly ByteSource[]): ByteSource {
  return {
    size: sources.reduce((sum, { size }) => sum + size, 0),
    async *read({ start, end }) {
      let offset = 0
      for (const source of sources) {
        const range = {
          start: Math.max(0, start - offset),
          end: Math.min(source.size - 1, end - offset),
        }
        offset += source.size
        if (range.start <= range.end) yield* source.read(range)
      }
    },
  }
}
