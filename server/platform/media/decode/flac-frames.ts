import type { AudioFile } from '../audio-file.ts'
import { type FlacHeader, flacHeader, maxHeaderLength, readStreamInfo } from './flac-header.ts'
import { inputOf } from './pcm.ts'

const maxMetadataBlocks = 1000
/** A damaged stretch is at most this long: data that looks like a later frame is not one. */
const maxMissingFrames = 1000
/** Eight channels of 65,535 samples. */
const maxFrameLength = 2 * 1024 * 1024

export type FlacFrame = {
  samples: number
  /** Undefined for a stretch in which no frame can be decoded. */
  bytes?: Buffer
  /** Not followed by a frame: it may be incomplete, or junk may follow. */
  isLast?: boolean
}

/**
 * The frames of a FLAC file, verified by their checksums: a frame ends where the next one starts. Of damaged frames only
 * their length is known, from the number of the next one.
 */
export async function* flacFrames(file: AudioFile): AsyncGenerator<FlacFrame> {
  const { blockSize, end } = await readMetadata(file)
  let current: FlacHeader | undefined
  let pending: Buffer = Buffer.alloc(0)
  /** `pending` has no next frame before this position; `crc` is the checksum of the bytes up to it. */
  let searched = 0
  let crc = 0
  for await (const bytes of withEnd(inputOf(file, end))) {
    if (bytes) pending = Buffer.concat([pending, bytes])
    for (;;) {
      const stop = bytes ? pending.length - maxHeaderLength : pending.length
      const at = nextSync(pending, Math.max(searched, current ? 1 : 0), stop)
      crc = crc16(pending.subarray(searched, at), crc)
      searched = at
      if (at >= stop) break
      const next = flacHeader(pending.subarray(at, at + maxHeaderLength), blockSize)
      const isWhole = current !== undefined && crc === 0
      if (next && (!current || isWhole || isPlausible(current, next))) {
        if (current)
          yield isWhole
            ? { samples: current.samples, bytes: pending.subarray(0, at) }
            : { samples: next.start - current.start }
        current = next
        pending = pending.subarray(at)
        searched = 0
        crc = 0
      } else {
        crc = crc16(pending.subarray(at, at + 1), crc)
        searched = at + 1
      }
    }
    if (pending.length > maxFrameLength) break
  }
  if (current) yield { samples: current.samples, bytes: pending, isLast: true }
}

async function* withEnd<T>(values: AsyncIterable<T>): AsyncGenerator<T | undefined> {
  yield* values
  yield undefined
}

/** Whether a frame may come after a damaged one: it belongs to the same stream, and is not far behind. */
function isPlausible(damaged: FlacHeader, next: FlacHeader): boolean {
  const missing = next.start - damaged.start
  if (missing === damaged.samples && next.isFixed === damaged.isFixed) return true
  return (
    missing > 0 && missing <= maxMissingFrames * damaged.samples && next.format === damaged.format
  )
}

async function readMetadata(file: AudioFile): Promise<{ blockSize: number; end: number }> {
  const { size, read } = file
  const { blockSize } = await readStreamInfo(file)
  let end = 4
  for (let count = 0; count < maxMetadataBlocks && end + 4 <= size; count++) {
    const header = Buffer.from(await read(end, end + 4))
    end += 4 + header.readUIntBE(1, 3)
    if ((header[0] ?? 0) & 0x80) break
  }
  return { blockSize, end: Math.min(end, size) }
}

function nextSync(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at < end; at = bytes.indexOf(0xff, at + 1))
    if (((bytes[at + 1] ?? 0) & 0xfe) === 0xf8) return at
  return Math.max(from, end)
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1
  return crc
})

/** 0 for a whole frame: its last two bytes are the checksum of the others. */
function crc16(bytes: Buffer, start: number): number {
  let crc = start
  for (let i = 0; i < bytes.length; i++)
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ (bytes[i] as number)] as number)
  return crc
}
