import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

/** An unlinked temporary file: nothing is left of it, however the process ends. */
export type SpoolFile = {
  readonly size: number
  append(bytes: Uint8Array): Promise<void>
  /** The bytes from `start` to the end, and then those before `start`. */
  readFrom(start: number): Readable
}

const chunkBytes = 256 * 1024

export async function withSpoolFile<T>(use: (file: SpoolFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'soundpost-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  let handle: FileHandle | undefined
  try {
    handle = await open(path.join(folder, 'spool'), 'wx+')
    // Windows cannot remove an open file: there it is removed at the end.
    await remove().catch(() => {})
    return await use(spoolFile(handle))
  } finally {
    await handle?.close()
    await remove()
  }
}

function spoolFile(handle: FileHandle): SpoolFile {
  let size = 0
  async function* chunks(start: number, end: number) {
    for (let at = start; at < end; ) {
      const length = Math.min(chunkBytes, end - at)
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
      if (bytesRead === 0) throw new Error('The spool file is truncated.')
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }
  async function* from(start: number) {
    yield* chunks(start, size)
    yield* chunks(0, start)
  }
  return {
    get size() {
      return size
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, size)
        at += bytesWritten
        size += bytesWritten
      }
    },
    readFrom: (start) => Readable.from(from(start)),
  }
}
