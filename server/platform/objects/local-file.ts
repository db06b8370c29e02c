import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { BlockCache } from './block-cache.ts'
import type { OpenFile } from './descriptor-cache.ts'
import type { ByteRange, ObjectMetadata } from './object-store.ts'

/** A file of the disk store, for our own server to send. It holds nothing open between calls. */
export type LocalFile = {
  metadata: ObjectMetadata
  /** Beneath the store's folder, for a proxy that sends the file itself. */
  path: string
  /**
   * Sends the range, or all, as part of an answer's body, at the pace of whoever reads it.
   * False if they went away before the end. It does not end the answer.
   */
  copyTo(response: ServerResponse, range?: ByteRange): Promise<boolean>
}

const largeChunk = 512 * 1024
const smallChunk = 64 * 1024
/** Of what is kept in memory, handed to the system in one call instead of one for each block. */
const mostAtOnce = 1024 * 1024

/**
 * Large reads are cheap per byte, and reused memory makes them cheaper still. Readers that stop reading keep
 * their chunk, so that only so many have a large one; the others get a small one and memory stays flat.
 */
export function createBufferPool({ most }: { most: number }) {
  const free: Buffer[] = []
  let large = 0
  return {
    take(): Buffer {
      const chunk = free.pop()
      if (chunk) return chunk
      if (large >= most) return Buffer.allocUnsafeSlow(smallChunk)
      large++
      return Buffer.allocUnsafeSlow(largeChunk)
    },
    giveBack(chunk: Buffer): void {
      if (chunk.length === largeChunk) free.push(chunk)
    },
    /** For a chunk that something may still be reading: it must not be used again. */
    abandon(chunk: Buffer): void {
      if (chunk.length === largeChunk) large--
    },
  }
}

export type BufferPool = ReturnType<typeof createBufferPool>

type Memory = { pool: BufferPool; hotBlocks: BlockCache }

export async function copyFile(
  file: OpenFile,
  response: ServerResponse,
  range: ByteRange,
  { pool, hotBlocks }: Memory,
): Promise<boolean> {
  const hotFrom = hotReader(file, range, hotBlocks)
  for (let position = range.start; position <= range.end; ) {
    const hot = await hotFrom(position)
    const sent = hot.length
      ? await sendKept(response, hot)
      : await sendThrough(pool, file, response, { start: position, end: range.end })
    if (!sent) return false
    position += sent
  }
  return true
}

/** What of the range is kept from a position on without a gap, as much as goes out at once. */
function hotReader(file: OpenFile, { end }: ByteRange, hotBlocks: BlockCache) {
  const readNew = (start: number, length: number) =>
    readAt(file, Buffer.allocUnsafeSlow(length), start, start + length - 1)
  let asked: number | undefined
  async function hotAt(position: number): Promise<Buffer | undefined> {
    // One reader in small steps does not make a block a popular one.
    if (hotBlocks.numberOf(position) === asked) return undefined
    asked = hotBlocks.numberOf(position)
    const hot = await hotBlocks.from(file.handle, position, file.metadata.size, readNew)
    return hot?.subarray(0, end + 1 - position)
  }
  return async (start: number): Promise<Buffer[]> => {
    const run: Buffer[] = []
    for (let position = start; position <= end && position < start + mostAtOnce; ) {
      const bytes = await hotAt(position)
      if (!bytes) break
      run.push(bytes)
      position += bytes.length
    }
    return run
  }
}

/** How many bytes were sent; 0 if the reader has gone. */
async function sendKept(response: ServerResponse, parts: readonly Buffer[]): Promise<number> {
  return (await send(response, parts)) ? parts.reduce((sum, { length }) => sum + length, 0) : 0
}

/** The same for as much of the part as a chunk of the pool holds. */
async function sendThrough(
  pool: BufferPool,
  file: OpenFile,
  response: ServerResponse,
  { start, end }: ByteRange,
): Promise<number> {
  const chunk = pool.take()
  let sent = 0
  try {
    sent = await sendKept(response, [await readAt(file, chunk, start, end)])
  } finally {
    if (sent) pool.giveBack(chunk)
    else pool.abandon(chunk)
  }
  return sent
}

/**
 * True once the bytes have left us and their memory is free, false if the reader has gone.
 * Not every writable would do: many call back while they still hold on to the bytes.
 */
function send(response: ServerResponse, parts: readonly Buffer[]): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const gone = () => resolve(false)
    response.once('close', gone)
    const done = (error?: Error | null) => {
      response.off('close', gone)
      resolve(!error)
    }
    // The system gets all of it in one call.
    response.cork()
    parts.forEach((part, at) => {
      response.write(part, at === parts.length - 1 ? done : undefined)
    })
    response.uncork()
  })
}

/** The range as an ordinary stream; it releases the file when it is read, broken off or destroyed. */
export function streamFile(file: OpenFile, range: ByteRange): Readable {
  let position = range.start
  return new Readable({
    highWaterMark: largeChunk,
    async read() {
      try {
        const left = range.end + 1 - position
        if (left <= 0) return void this.push(null)
        const chunk = Buffer.allocUnsafeSlow(Math.min(largeChunk, left))
        const bytes = await readAt(file, chunk, position, range.end)
        position += bytes.length
        this.push(bytes)
      } catch (error) {
        this.destroy(error as Error)
      }
    },
    destroy(error, done) {
      file.release()
      done(error)
    },
  })
}

async function readAt(
  file: OpenFile,
  chunk: Buffer,
  position: number,
  last: number,
): Promise<Buffer> {
  const wanted = Math.min(chunk.length, last + 1 - position)
  // The handle's own read() makes promises of promises: as much as a tenth of the time.
  const bytesRead = await new Promise<number>((resolve, reject) =>
    read(file.handle.fd, chunk, 0, wanted, position, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    ),
  )
  if (bytesRead === 0) throw new Error('The file is shorter than it was.')
  return chunk.subarray(0, bytesRead)
}
