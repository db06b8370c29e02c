import { maxFrameBytes } from '../task.ts'

/**
 * Messages between the server and a sandbox process, over pipes: the lengths of a JSON header and of the bytes that
 * follow it, then both. Unlike Node's own IPC channel it limits what the other side can make this one allocate.
 */

export type Frame = { header: Record<string, unknown>; bytes: Buffer }

const maxHeaderBytes = 64 * 1024
const prefixLength = 8

export function encodeFrame(header: object, bytes: Uint8Array = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32BE(json.length, 0)
  prefix.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([prefix, json, bytes])
}

/** Returns a function for each chunk that arrives. It throws if the stream is not one of frames, or if one is too long. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let available = 0
  let expected = prefixLength
  return (chunk) => {
    chunks.push(chunk)
    available += chunk.length
    while (available >= expected) {
      const joined = Buffer.concat(chunks)
      expected = frameLength(joined)
      chunks = [joined]
      if (available < expected) return
      chunks = [joined.subarray(expected)]
      available -= expected
      onFrame(decodeFrame(joined.subarray(0, expected)))
      expected = prefixLength
    }
  }
}

function frameLength(start: Buffer): number {
  const [header, bytes] = [start.readUInt32BE(0), start.readUInt32BE(4)]
  if (header > maxHeaderBytes || bytes > maxFrameBytes) throw new Error('The frame is too long.')
  return prefixLength + header + bytes
}

function decodeFrame(frame: Buffer): Frame {
  const end = prefixLength + frame.readUInt32BE(0)
  const header: unknown = JSON.parse(frame.toString('utf8', prefixLength, end))
  if (typeof header !== 'object' || header === null) throw new Error('The frame has no header.')
  return { header: header as Frame['header'], bytes: frame.subarray(end) }
}
