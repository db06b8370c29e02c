import type { Field, LayoutOf, Range } from '../layout.ts'
import { knownFields, type Segment, type Tags, toSegments, totalSize } from '../tags.ts'
import { vorbisComment } from './vorbis-comment.ts'

const maxSegments = 255
const flags = { continued: 1 }
const noPacketEnds = 0xffffffffffffffffn

/** How the packet of comments starts, and how it ends: Vorbis has a framing bit. */
const codecs = {
  opus: { start: 'OpusTags', end: Buffer.alloc(0) },
  vorbis: { start: '\x03vorbis', end: Buffer.from([1]) },
}

type Layout = LayoutOf<'ogg'>
export type ReadRange = (range: Range) => Promise<Buffer>

/**
 * Replaces the packet of comments (RFC 3533, RFC 7845). The headers stay on as many pages as before: every page has its
 * number and a checksum, so that another page would change all pages of audio. The cover is the largest that fits.
 * Undefined if nothing fits.
 */
export async function oggSegments(
  layout: Layout,
  tags: Tags,
  read: ReadRange,
): Promise<Segment[] | undefined> {
  const { start, end } = codecs[layout.codec]
  const others = await Promise.all(layout.packets.map((parts) => joined(toSegments(parts), read)))
  const left =
    layout.pages * maxSegments - others.reduce((sum, each) => sum + segmentsOf(each.length), 0)
  for (const cover of [...tags.covers, undefined]) {
    const known = knownFields(tags)
    // What there is no space for is left out, also of the file's own pictures.
    const withoutPictures = new Set<Field>([...known, 'cover'])
    for (const replaced of new Set([known, withoutPictures])) {
      const comments = vorbisComment(layout, tags, { cover, known: replaced })
      const packet = [Buffer.from(start, 'latin1'), ...comments, end]
      // Before it is read: each part of it may be a request to the store.
      if (segmentsOf(totalSize(packet)) > left) continue
      const written = toPages([await joined(packet, read), ...others], layout)
      return [layout.first, ...written, layout.audio]
    }
  }
  return undefined
}

const joined = async (segments: Segment[], read: ReadRange): Promise<Buffer> =>
  Buffer.concat(
    await Promise.all(
      segments.map((segment) => ('start' in segment ? read(segment) : (segment as Buffer))),
    ),
  )

/** The packets, which fit, on exactly as many pages. */
function toPages([comments, ...others]: [Buffer, ...Buffer[]], layout: Layout): Buffer[] {
  const count = [comments, ...others].reduce((sum, { length }) => sum + segmentsOf(length), 0)
  // Every page needs a segment: decoders ignore zeros after the comments.
  const padding = Buffer.alloc(Math.max(0, layout.pages - count) * 255)
  const packets = [Buffer.concat([comments, padding]), ...others]
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(segmentsOf(length) - 1).fill(255),
    length % 255,
  ])
  const bytes = Buffer.concat(packets)
  let segment = 0
  let at = 0
  return Array.from({ length: layout.pages }, (_, index) => {
    const pagesLeft = layout.pages - index - 1
    const values = lacing.slice(
      segment,
      segment + Math.min(maxSegments, lacing.length - segment - pagesLeft),
    )
    const isContinued = segment > 0 && lacing[segment - 1] === 255
    const length = values.reduce((sum, value) => sum + value, 0)
    const body = bytes.subarray(at, at + length)
    segment += values.length
    at += length
    const { serial, number } = layout
    return toPage({ serial, number: number + index, isContinued, values, body })
  })
}

const segmentsOf = (length: number) => Math.floor(length / 255) + 1

type Page = { serial: number; number: number; isContinued: boolean; values: number[]; body: Buffer }

function toPage({ serial, number, isContinued, values, body }: Page): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS')
  header[5] = isContinued ? flags.continued : 0
  header.writeBigUInt64LE(values.some((value) => value < 255) ? 0n : noPacketEnds, 6)
  header.writeUInt32LE(serial, 14)
  header.writeUInt32LE(number, 18)
  header[26] = values.length
  const page = Buffer.concat([header, Buffer.from(values), body])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

/** CRC-32 as Ogg has it: with the polynomial of the usual one, and without reflection. */
const checksumTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++)
    value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

function checksum(bytes: Buffer): number {
  let value = 0
  for (const byte of bytes) value = (value << 8) ^ (checksumTable[(value >>> 24) ^ byte] ?? 0)
  return value >>> 0
}
