import { type AudioFile, toBuffer } from '../audio-file.ts'
import type { Segment, Tags } from './tags.ts'
import { vorbisComment } from './vorbis-comment.ts'

const pageHeaderLength = 27
const maxSegments = 255
const maxHeaderBytes = 16 * 1024 * 1024
const flags = { continued: 1 }
const noPacketEnds = 0xffffffffffffffffn

/** By codec: how its first packet starts, and its comments; and how many packets of headers follow the first. */
const codecs = [
  { first: 'OpusHead', comments: 'OpusTags', headers: 1, end: Buffer.alloc(0) },
  // The end is the framing bit.
  { first: '\x01vorbis', comments: '\x03vorbis', headers: 2, end: Buffer.from([1]) },
]
type Codec = (typeof codecs)[number]

/**
 * Replaces the packet of comments (RFC 3533, RFC 7845). The headers stay on as many pages as before: every page has its
 * number and a checksum, so that another page would change all pages of audio. The cover is the largest that fits.
 */
export async function writeOggTags(file: AudioFile, tags: Tags): Promise<Segment[]> {
  const first = await readPage(file, 0)
  const codec = codecs.find(({ first: start }) => startsWith(first.body, start))
  if (!codec) throw new Error('The codec is not known.')
  const { pages, packets, end } = await readHeaders(file, first, codec)
  const [comments, ...others] = packets
  if (!comments || !startsWith(comments, codec.comments)) throw new Error('There are no comments.')
  const old = comments.subarray(codec.comments.length)
  for (const cover of [...tags.covers, undefined]) {
    const content = [
      Buffer.from(codec.comments, 'latin1'),
      vorbisComment(old, tags, cover),
      codec.end,
    ]
    const written = toPages([Buffer.concat(content), ...others], pages)
    if (written) return [{ start: 0, end: first.end }, ...written, { start: end, end: file.size }]
  }
  throw new Error('The comments do not fit.')
}

type Page = { end: number; header: Buffer; lacing: Buffer; body: Buffer }

async function readPage(file: AudioFile, start: number): Promise<Page> {
  const read = async (from: number, length: number) => {
    if (from + length > file.size) throw new Error('A page is truncated.')
    return toBuffer(await file.read(from, from + length))
  }
  const header = await read(start, pageHeaderLength)
  if (header.toString('latin1', 0, 4) !== 'OggS') throw new Error('There is no page.')
  const lacing = await read(start + pageHeaderLength, header[26] ?? 0)
  const length = lacing.reduce((sum, value) => sum + value, 0)
  const bodyStart = start + pageHeaderLength + lacing.length
  return { end: bodyStart + length, header, lacing, body: await read(bodyStart, length) }
}

/** The pages after the first one that have headers. Audio starts on a page of its own. */
async function readHeaders(file: AudioFile, first: Page, codec: Codec) {
  const pages: Page[] = []
  const packets: Buffer[] = []
  let partial: Buffer[] = []
  let total = 0
  let end = first.end
  while (packets.length < codec.headers) {
    const page = await readPage(file, end)
    total += page.body.length
    if (!page.header.subarray(14, 18).equals(first.header.subarray(14, 18)))
      throw new Error('The file has several streams.')
    if (total > maxHeaderBytes) throw new Error('The headers are too long.')
    let at = 0
    for (const length of page.lacing) {
      partial.push(page.body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      packets.push(Buffer.concat(partial))
      partial = []
    }
    pages.push(page)
    end = page.end
  }
  if (packets.length > codec.headers || partial.length > 0)
    throw new Error('Audio starts on a page of headers.')
  return { pages, packets, end }
}

/** The packets on exactly as many pages; undefined if they do not fit. */
function toPages(
  [comments, ...others]: [Buffer, ...Buffer[]],
  pages: Page[],
): Buffer[] | undefined {
  const count = [comments, ...others].reduce((sum, { length }) => sum + segmentsOf(length), 0)
  if (count > pages.length * maxSegments) return undefined
  // Every page needs a segment: decoders ignore zeros after the comments.
  const padding = Buffer.alloc(Math.max(0, pages.length - count) * 255)
  const packets = [Buffer.concat([comments, padding]), ...others]
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(segmentsOf(length) - 1).fill(255),
    length % 255,
  ])
  const bytes = Buffer.concat(packets)
  let segment = 0
  let at = 0
  return pages.map(({ header }, index) => {
    const pagesLeft = pages.length - index - 1
    const values = lacing.slice(
      segment,
      segment + Math.min(maxSegments, lacing.length - segment - pagesLeft),
    )
    const isContinued = segment > 0 && lacing[segment - 1] === 255
    const length = values.reduce((sum, value) => sum + value, 0)
    const page = toPage(header, { isContinued, values, body: bytes.subarray(at, at + length) })
    segment += values.length
    at += length
    return page
  })
}

const segmentsOf = (length: number) => Math.floor(length / 255) + 1

type PageContent = { isContinued: boolean; values: number[]; body: Buffer }

/** A page with the number and the stream of the old one. */
function toPage(old: Buffer, { isContinued, values, body }: PageContent): Buffer {
  const header = Buffer.from(old)
  header[5] = isContinued ? flags.continued : 0
  header.writeBigUInt64LE(values.some((value) => value < 255) ? 0n : noPacketEnds, 6)
  header.writeUInt32LE(0, 22)
  header[26] = values.length
  const page = Buffer.concat([header, Buffer.from(values), body])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

const startsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text

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
