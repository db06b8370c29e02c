const blockSize = 512 * 1024

type Block = { start: number; bytes: Buffer; usedAt: number; among: FileBlocks }
/** By their number in the file; without bytes where one was read once, and is not kept yet. */
type FileBlocks = Map<number, Block | undefined>

/** Reads this part of a file into new memory. */
type Read = (start: number, length: number) => Promise<Buffer>

/**
 * What many hear at the same time is kept in memory, in blocks: sent from there it costs half. A block
 * is kept when it is read a second time, and makes room only once it has not been used for a while, so
 * that more than fits does not push itself out. `owner` is the open file; what is closed is forgotten.
 */
export function keepHotBlocks({ mostBytes, idleMs }: { mostBytes: number; idleMs: number }) {
  const files = new WeakMap<object, FileBlocks>()
  /** First is what was used longest ago. */
  const kept = new Set<Block>()
  let bytesKept = 0

  function blocksOf(owner: object): FileBlocks {
    const blocks = files.get(owner) ?? new Map()
    files.set(owner, blocks)
    return blocks
  }

  function use(block: Block): Block {
    block.usedAt = Date.now()
    kept.delete(block)
    kept.add(block)
    return block
  }

  function drop(block: Block): void {
    kept.delete(block)
    bytesKept -= block.bytes.length
    block.among.delete(Math.floor(block.start / blockSize))
  }

  function hasRoom(length: number): boolean {
    for (const block of kept) {
      if (bytesKept + length <= mostBytes) break
      if (block.usedAt > Date.now() - idleMs) return false
      drop(block)
    }
    return bytesKept + length <= mostBytes
  }

  return {
    /** The bytes from `position` to the end of its block, if they are kept or are from now on. */
    async from(owner: object, position: number, size: number, read: Read) {
      const blocks = blocksOf(owner)
      const number = Math.floor(position / blockSize)
      const known = blocks.get(number)
      if (known) return use(known).bytes.subarray(position - known.start)
      const start = number * blockSize
      const length = Math.min(blockSize, size - start)
      if (!blocks.has(number)) return void blocks.set(number, undefined)
      if (!hasRoom(length)) return undefined
      const bytes = await read(start, length)
      if (bytes.length < length) return undefined
      const block = { start, bytes, usedAt: Date.now(), among: blocks }
      // Unless another reader was quicker, or the file was closed.
      if (!blocks.get(number) && files.get(owner) === blocks) {
        blocks.set(number, block)
        kept.add(block)
        bytesKept += length
      }
      return bytes.subarray(position - start)
    },
    forget(owner: object): void {
      for (const block of files.get(owner)?.values() ?? []) if (block) drop(block)
      files.delete(owner)
    },
    bytesKept: () => bytesKept,
  }
}

export type HotBlocks = ReturnType<typeof keepHotBlocks>
