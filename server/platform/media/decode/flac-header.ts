import type { AudioFile } from '../audio-file.ts'

export const streamInfoLength = 42
export const maxHeaderLength = 16

/** The stream information that the file declares; zeros if it is not a FLAC. */
export async function readStreamInfo({ size, read }: AudioFile) {
  const info = Buffer.from(await read(0, Math.min(size, streamInfoLength)))
  if (info.length < streamInfoLength || info.toString('latin1', 0, 4) !== 'fLaC')
    return { blockSize: 0, sampleRate: 0, channels: 0, frames: 0 }
  return {
    blockSize: info.readUInt16BE(8),
    sampleRate: info.readUIntBE(18, 3) >> 4,
    channels: (((info[20] ?? 0) >> 1) & 7) + 1,
    frames: ((info[21] ?? 0) & 15) * 2 ** 32 + info.readUInt32BE(22),
  }
}

export type FlacHeader = {
  /** The position of its first sample, and how many it has per channel. */
  start: number
  samples: number
  /** Blocking strategy, block size, sample rate and bits per sample, to tell frames of one stream from others. */
  format: string
  isFixed: boolean
}

/** The header of the frame at the start of these bytes (RFC 9639); undefined if there is none. */
export function flacHeader(header: Buffer, fixedBlockSize: number): FlacHeader | undefined {
  const [b0, b1 = 0, b2 = 0, b3 = 0] = header
  if (b0 !== 0xff || (b1 & 0xfe) !== 0xf8) return undefined
  const sizeCode = b2 >> 4
  const rateCode = b2 & 15
  if (sizeCode === 0 || rateCode === 15 || b3 >> 4 > 10 || (b3 & 1) !== 0) return undefined
  const coded = codedNumber(header.subarray(4))
  if (!coded) return undefined
  let at = 4 + coded.length
  let samples = sizeCode >= 8 ? 256 << (sizeCode - 8) : sizeCode === 1 ? 192 : 144 << sizeCode
  if (sizeCode === 6) samples = (header[at] ?? 0) + 1
  if (sizeCode === 7) samples = (((header[at] ?? 0) << 8) | (header[at + 1] ?? 0)) + 1
  at += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  at += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0
  if (crc8(header.subarray(0, at)) !== header[at]) return undefined
  const isFixed = (b1 & 1) === 0
  const start = isFixed ? coded.value * fixedBlockSize : coded.value
  return { start, samples, isFixed, format: `${b1} ${b2} ${b3 & 15}` }
}

/** The frame or sample number, which is encoded like UTF-8, in up to seven bytes. */
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
