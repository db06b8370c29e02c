import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3'
import type { AudioFile } from './audio-file.ts'

/** No cover image is larger; a file that claims more is malformed or malicious. */
export const maxReadBytes = 16 * 1024 * 1024

/** A parser that reads more values than this is stepping through millions of tiny chunks. */
const maxReads = 50_000

/** Random access to a file for music-metadata and file-type. */
export class RemoteTokenizer extends AbstractTokenizer {
  fileInfo: { size: number; mimeType?: string }
  readonly #file: AudioFile
  #readsLeft = maxReads

  constructor(file: AudioFile, mimeType?: string) {
    super({ maxBufferSize: maxReadBytes })
    this.fileInfo = { size: file.size, ...(mimeType && { mimeType }) }
    this.#file = file
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
    if (count > 0) target.set(await this.#file.read(position, position + count))
    return count
  }
}
