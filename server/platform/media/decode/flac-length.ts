import type { AudioFile } from './pcm.ts'

const streamInfoLength = 42
const maxHeaderLength = 16
/** Steps back from the end of the file, up to the longest frame: eight channels of 65,535 samples. */
const windowLength = 64 * 1024
const maxFrameLength = 2 * 1024 * 1024

/** Samples up to the end of the last frame, whatever the header of the file declares. 0 without a frame. */
export async function flacLength({
  size,
  read,
}: AudioFile): Promise<{ frames: number; sampleRate: number }> {
  const info = Buffer.from(await read(0, Math.min(size, streamInfoLength)))
  if (info.length < streamInfoLength || info.toString('latin1', 0, 4) !== 'fLaC')
    return { frames: 0, sampleRate: 0 }
  const blockSize = info.readUInt16BE(8)
  const sampleRate = info.readUIntBE(18, 3) >> 4
  const first = Math.max(streamInfoLength, size - maxFrameLength)
  for (let end = size; end > first && sampleRate > 0; end -= windowLength) {
    const start = Math.max(first, end - windowLength)
    const bytes = Buffer.from(await read(start, Math.min(size, end + maxHeaderLength)))
    for (let at = end - start - 1; at >= 0; at--) {
      const samples = frameEnd(bytes.subarray(at, at + maxHeaderLength), blockSize)
      if (samples !== undefined) return { frames: samples, sampleRate }
    }
  }
  return { frames: 0, sampleRate }
}

/** The number of samples up to the end of the frame with this header (RFC 9639); undefined if it is none. */
function frameEnd(header: Buffer, fixedBlockSize: number): number | undefined {
  const [b0, b1 = 0, b2 = 0, b3 = 0] = header
  if (b0 !== 0xff || (b1 & 0xfe) !== 0xf8) return undefined
  const sizeCode = b2 >> 4
  const rateCode = b2 & 15
  if (sizeCode === 0 || rateCode === 15 || b3 >> 4 > 10 || (b3 & 1) !== 0) return undefined
  const coded = codedNumber(header.subarray(4))
  if (!coded) return undefined
  let at = 4 + coded.length
  let blockSize = sizeCode >= 8 ? 256 << (sizeCode - 8) : sizeCode === 1 ? 192 : 144 << sizeCode
  if (sizeCode === 6) blockSize = (header[at] ?? 0) + 1
  if (sizeCode === 7) blockSize = (((header[at] ?? 0) << 8) | (header[at + 1] ?? 0)) + 1
  at += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  at += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0
  if (crc8(header.subarray(0, at)) !== header[at]) return undefined
  const isVariable = (b1 & 1) !== 0
  return (isVariable ? coded.value : coded.value * fixedBlockSize) + blockSize
}

/** As UTF-8, with up to seven bytes. */
function codedNumber(bytes: Buffer): { value: number; length: number } | undefined {
  const [first = 0xff] = bytes
  if (first < 0x80) return { value: first, length: 1 }
  const length = Math.clz32(~(first << 24))
  if (length < 2 || length > 7 || bytes.length < length) return undefined
  let value = length === 7 ? 0 : first & (0x7f >> length)
  for (const byte of bytes.subarray(1, length)) {
    if ((byte & 0xc0) !== 0x80) return undefined
    value = value * 64 + (byte & 0x3f)
  }
  return { value, length }
}

function crc8(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}
