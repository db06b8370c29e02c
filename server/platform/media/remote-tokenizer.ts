import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3'
import { maxFrameBytes } from './task.ts'

/** Reads the bytes from `start` up to, not including, `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

export const blockLength = maxFrameBytes
const maxCachedBlocks = 4
/** No cover image is larger; a file that claims more is malformed or malicious. */
export const maxReadBytes = 16 * 1024 * 1024

/** A parser that reads more values than this is stepping through millions of tiny chunks. */
const maxReads = 50_000

/** Random access to a remote file in blocks, for the audio parsers. */
export class RemoteTokenizer extends AbstractTokenizer {
  fileInfo: { size: number; mimeType?: string }
  readonly #read: ReadBytes
  #readsLeft = maxReads
  readonly #blocks = new Map<number, Promise<Uint8Array>>()

  constructor(size: number, read: ReadBytes) {
    super({ maxBufferSize: maxReadBytes })
    this.fileInfo = { size }
    this.#read = read
  }

  /** Another tokenizer for the rest of the file. */
  from(start: number): RemoteTokenizer {
    const read: ReadBytes = (from, to) => this.#read(start + from, start + to)
    return new RemoteTokenizer(this.fileInfo.size - start, read)
  }

  /** The file as size and bytes, for code that does not use a tokenizer. */
  file() {
    const read = async (start: number, end: number) => {
      const bytes = new Uint8Array(Math.max(0, end - start))
      await this.peekBuffer(bytes, { position: start })
      return bytes
    }
    return { size: this.fileInfo.size, read }
  }

  supportsRandomAccess() {
    return true
  }

  setPosition(position: number) {
    this.validateLength(position, 'position')
    this.position = position
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions) {
    const { position } = this.normalizeOptions(target, options)
    const count = await this.peekBuffer(target, options)
    this.position = position + count
    return count
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions) {
    const { length, position, mayBeLess } = this.normalizeOptions(target, options)
    this.validateBufferSize(length)
    if (this.#readsLeft-- <= 0) throw new Error('The file has too many parts.')
    const count = Math.max(0, Math.min(length, this.fileInfo.size - position))
    if (count < length && !mayBeLess) throw new EndOfStreamError()
    for (let done = 0; done < count; ) {
      const at = position + done
      const block = await this.#block(Math.floor(at / blockLength))
      const from = at % blockLength
      const bytes = block.subarray(from, from + count - done)
      if (bytes.length === 0) throw new EndOfStreamError()
      target.set(bytes, done)
      done += bytes.length
    }
    return count
  }

  #block(index: number): Promise<Uint8Array> {
    const cached = this.#blocks.get(index)
    if (cached) return cached
    const start = index * blockLength
    const block = this.#read(start, Math.min(start + blockLength, this.fileInfo.size))
    this.#blocks.set(index, block)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > maxCachedBlocks && oldest !== undefined) this.#blocks.delete(oldest)
    return block
  }
}
