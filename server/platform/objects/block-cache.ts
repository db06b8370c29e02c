const blockSize = 512 * 1024

const numberOf = (position: number) => Math.floor(position / blockSize)

/** Its bytes are read once, for all who want them. */
type Block = {
  start: number
  length: number
  bytes: Promise<Buffer>
  usedAt: number
  among: FileBlocks
}
/** By their number in the file; undefined where one was read once, and is not kept yet. */
type FileBlocks = Map<number, Block | undefined>

/** Reads this part of a file into new memory. */
type Read = (start: number, length: number) => Promise<Buffer>

/**
 * What many hear at the same time is kept in memory, in blocks: sent from there it costs half. A block
 * is kept when it is read a second time, and makes room only once it has not been used for a while, so
 * that more than fits does not push itself out. `owner` is the open file; what is closed is forgotten.
 */
export function createBlockCache({ mostBytes, idleMs }: { mostBytes: number; idleMs: number }) {
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
    bytesKept -= block.length
    block.among.delete(numberOf(block.start))
  }

  /** Of a file that has become shorter or unreadable whoever reads it hears by themselves. */
  async function partOf(block: Block, position: number): Promise<Buffer | undefined> {
    const bytes = await block.bytes.catch(() => undefined)
    if (bytes?.length === block.length) return bytes.subarray(position - block.start)
    if (kept.has(block)) drop(block)
    return undefined
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
      // One large file would push out many others.
      if (size > mostBytes / 4) return undefined
      const blocks = blocksOf(owner)
      const number = numberOf(position)
      const known = blocks.get(number)
      if (known) return partOf(use(known), position)
      const start = number * blockSize
      const length = Math.min(blockSize, size - start)
      if (!blocks.has(number)) return void blocks.set(number, undefined)
      if (!hasRoom(length)) return undefined
      const block = { start, length, bytes: read(start, length), usedAt: Date.now(), among: blocks }
      blocks.set(number, block)
      kept.add(block)
      bytesKept += length
      return partOf(block, position)
    },
    numberOf,
    forget(owner: object): void {
      for (const block of files.get(owner)?.values() ?? []) if (block) drop(block)
      files.delete(owner)
    },
    bytesKept: () => bytesKept,
  }
}

export type BlockCache = ReturnType<typeof createBlockCache>
