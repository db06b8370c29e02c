import { maxFrameBytes } from './task.ts'

/** Reads the bytes from `start` up to, not including, `end`. */
type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

export type AudioFile = { size: number; read: ReadBytes }

const maxCachedBlocks = 4

/** Reads in blocks and caches the last ones: headers, tags and indexes are read in small pieces. */
export function buffered({ size, read }: AudioFile): AudioFile {
  const blocks = new Map<number, Promise<Uint8Array>>()
  function block(index: number): Promise<Uint8Array> {
    const cached = blocks.get(index)
    if (cached) return cached
    const start = index * maxFrameBytes
    const bytes = read(start, Math.min(size, start + maxFrameBytes))
    const [oldest] = blocks.keys()
    if (blocks.size === maxCachedBlocks && oldest !== undefined) blocks.delete(oldest)
    blocks.set(index, bytes)
    return bytes
  }
  return {
    size,
    async read(start, end) {
      const parts: Uint8Array[] = []
      for (let at = start; at < end; ) {
        const index = Math.floor(at / maxFrameBytes)
        const offset = index * maxFrameBytes
        const part = (await block(index)).subarray(at - offset, end - offset)
        if (part.length === 0) throw new Error('The file is truncated.')
        parts.push(part)
        at += part.length
      }
      return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
    },
  }
}

/** The bytes of a file between two positions, as a file. */
export const sliceOf = ({ size, read }: AudioFile, start: number, end = size): AudioFile => ({
  size: end - start,
  read: (from, to) => read(start + from, start + to),
})

export const toBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
