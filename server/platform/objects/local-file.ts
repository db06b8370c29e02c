import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { ByteRange, ObjectMetadata } from './object-store.ts'

/** An open file of the disk store. The caller closes it. */
export type LocalFile = {
  metadata: ObjectMetadata
  /**
   * Writes the range, or the whole file, to the response, at the client's pace.
   * Returns false if the client disconnected. Does not end the response.
   */
  copyTo(response: ServerResponse, range?: ByteRange): Promise<boolean>
  close(): Promise<void>
}

export function metadataOf(found: { size: bigint; ino: bigint; mtimeNs: bigint }): ObjectMetadata {
  const parts = [found.ino, found.size, found.mtimeNs].map((part) => part.toString(36))
  return {
    size: Number(found.size),
    etag: `"${parts.join('-')}"`,
    modified: new Date(Number(found.mtimeNs / 1_000_000n)),
  }
}

/** Large reads cost less CPU per byte, but a client that stops reading holds on to one buffer. */
const bufferBytes = 256 * 1024

/** One buffer for the whole response: about half the CPU of a read stream (docs/decisions/0017-media-caching.md). */
export async function copyToResponse(
  handle: FileHandle,
  response: ServerResponse,
  { start, end }: ByteRange,
): Promise<boolean> {
  const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(bufferBytes, end + 1 - start)))
  for (let position = start; position <= end; ) {
    const length = Math.min(buffer.length, end + 1 - position)
    const { bytesRead } = await handle.read(buffer, 0, length, position)
    if (bytesRead === 0) throw new Error('The file was truncated while it was read.')
    if (!(await writeChunk(response, buffer.subarray(0, bytesRead)))) return false
    position += bytesRead
  }
  return true
}

/**
 * Resolves to true once the kernel has the bytes and the buffer can be reused, to false if the client has disconnected.
 * Only a ServerResponse guarantees that: many streams call back while they still hold the bytes.
 */
export function writeChunk(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    response.once('close', onClose)
    response.write(bytes, (error) => {
      response.off('close', onClose)
      resolve(!error)
    })
  })
}
