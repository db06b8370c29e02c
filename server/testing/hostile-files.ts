import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { constants, createDeflate, deflateSync } from 'node:zlib'
import { exifWith } from '#server/platform/media/inspect/reduce-exif.ts'
import { fixture, id3Tag, pngChunk } from './sample-files.ts'

/** Small files that cost a decoder or parser seconds of CPU or gigabytes of memory. */

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const bytesPerPixel = 8
/** Adam7: the first column and row of each pass, and its steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** 16 bits per sample, RGBA, interlaced and to be rotated: a few hundred kilobytes that decode to several copies of 320 MB. */
export async function interlacedPng(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const rawBytes = passes.reduce((sum, [x, y, dx, dy]) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]
    return columns > 0 && rows > 0 ? sum + rows * (1 + columns * bytesPerPixel) : sum
  }, 0)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('eXIf', exifWith(6)),
    pngChunk('IDAT', await deflateZeros(rawBytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * EXIF data to be rotated, with a directory of 4,000 entries that all refer to it: sixteen million for a parser that
 * follows them twice.
 */
export const exifLoop = (): Buffer =>
  Buffer.from(
    `MM\0*\0\0\0\x08\xff\xff\x01\x12\0\x03\0\0\0\x01\0\x06\0\0${'\x87\x69\0\x04\0\0\0\x01\0\0\0\x08'.repeat(4000)}`,
    'latin1',
  )

async function deflateZeros(length: number): Promise<Buffer> {
  const deflate = createDeflate({ level: constants.Z_BEST_SPEED })
  const result = buffer(deflate)
  const zeros = Buffer.alloc(1024 ** 2)
  for (let left = length; left > 0; left -= zeros.length)
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length))))
      await once(deflate, 'drain')
  deflate.end()
  return result
}

/** A PNG of one pixel with texts that each decompress to 8 MB. */
export function textBombPng(texts: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(1, 4)
  header[8] = 8
  const compressed = deflateSync(Buffer.alloc(7_900_000, 'a'))
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), compressed]))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...Array.from({ length: texts }, () => text),
    pngChunk('IDAT', deflateSync(Buffer.alloc(2))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const segment = (marker: number, data: readonly number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data])

/** One Huffman code, of one bit: 0. */
const oneCodeTable = (tableClass: number, symbol: number) =>
  segment(0xc4, [tableClass << 4, 1, ...Array.from({ length: 15 }, () => 0), symbol])

/**
 * A gray progressive JPEG. After the first scan each has a few bytes, which say 'nothing changes in the next 32,767
 * blocks', and makes the decoder visit every block of the image.
 */
export function progressiveJpeg(scans: number, side = 4096): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const emptyRun = 0xe0
  const dcScan = Buffer.concat([
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ])
  const runs = Math.ceil(blocks / 32_767)
  const acScan = Buffer.concat([segment(0xda, [1, 1, 0x00, 1, 63, 0]), encodeBits(runs)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    oneCodeTable(0, 0),
    oneCodeTable(1, emptyRun),
    dcScan,
    ...Array.from({ length: scans - 1 }, () => acScan),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** For each run the code 0 and fourteen set bits. */
function encodeBits(runs: number): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(runs)
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = (padded.match(/.{8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte, 2)
    return value === 0xff ? [value, 0] : [value]
  })
  return Buffer.from(bytes)
}

/** A ZIP of this many bytes with as many entries as possible. */
export function manyEntriesZip(bytes: number): Buffer {
  const entry = Buffer.alloc(31)
  entry.write('PK\x03\x04', 'latin1')
  entry.writeUInt16LE(1, 26)
  entry.write('a', 30)
  const zip = Buffer.alloc(bytes)
  for (let at = 0; at + entry.length <= bytes; at += entry.length) entry.copy(zip, at)
  return zip
}

/** Joining a million buffers takes half a second. */
export const repeat = (bytes: Buffer, count: number): Buffer =>
  Buffer.alloc(bytes.length * count, bytes)

/** An MP3 with a million tiny tags: many seconds for a parser. */
export function manyTagsMp3(): Buffer {
  const frame = Buffer.from('TXXX\0\0\0\x04\0\0\0A\0B', 'latin1')
  const frames = repeat(frame, 1_100_000)
  return Buffer.concat([id3Tag(frames.length, frames), fixture('tone.mp3')])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function manyCommentsFlac(count: number): Buffer {
  const flac = fixture('tone.flac')
  const comment = Buffer.from('\x03\0\0\0A=B', 'latin1')
  const block = Buffer.concat([uint32(0), uint32(count), repeat(comment, count)])
  const header = Buffer.alloc(4)
  header.writeUInt32BE(block.length)
  header[0] = 4
  const streamInfoEnd = 4 + 4 + 34
  return Buffer.concat([
    flac.subarray(0, streamInfoEnd),
    header,
    block,
    flac.subarray(streamInfoEnd),
  ])
}

/** An Ogg Opus file that declares this many comments. */
export function manyCommentsOgg(count: number): Buffer {
  const ogg = Buffer.from(fixture('tone.opus'))
  const tags = ogg.indexOf('OpusTags')
  const vendorLength = ogg.readUInt32LE(tags + 8)
  ogg.writeUInt32LE(count, tags + 12 + vendorLength)
  return ogg
}

/** Chunks of a WAV: tags inside a LIST chunk, unknown chunks elsewhere. */
export const infoChunks = (count: number): Buffer =>
  repeat(Buffer.from('IART\x02\0\0\0A\0', 'latin1'), count)

export function wavWithChunk(id: string, data: Buffer): Buffer {
  const wav = Buffer.concat([fixture('tone.wav'), Buffer.from(id), uint32(data.length), data])
  wav.writeUInt32LE(wav.length - 8, 4)
  return wav
}
