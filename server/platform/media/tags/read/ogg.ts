import {
  type Element,
  type LayoutOf,
  maxOggHeaderBytes,
  maxOggHeaderPages,
  type Range,
} from '../layout.ts'
import { readBuffer, type TaggedFile } from './elements.ts'
import { readVorbisComment } from './vorbis-comment.ts'

const pageHeaderLength = 27
const maxReadBytes = 16 * 1024 * 1024

/** By codec: how its first packet starts, and its comments; and how many packets of headers follow the first. */
const codecs = [
  { codec: 'opus', first: 'OpusHead', comments: 'OpusTags', headers: 1 },
  { codec: 'vorbis', first: '\x01vorbis', comments: '\x03vorbis', headers: 2 },
] as const

type Layout = LayoutOf<'ogg'>

/** The headers of one stream, up to the first page of audio (RFC 3533, RFC 7845). */
export async function readOgg(file: TaggedFile): Promise<Layout> {
  const first = await readPage(file, 0)
  const known = codecs.find(({ first: start }) => startsWith(first.body, start))
  if (!known) throw new Error('The codec is not known.')
  const { pages, packets } = await readHeaders(file, first, known.headers)
  const [comments, ...others] = packets
  const [firstPage, end] = [pages[0], pages.at(-1)?.end ?? 0]
  if (!firstPage || !comments || !startsWith(comments.bytes, known.comments))
    throw new Error('There are no comments.')
  const skipped = known.comments.length
  const read = readVorbisComment(comments.bytes.subarray(skipped), file, (from, to) =>
    rangesOf(comments, from + skipped, to + skipped),
  )
  const layout: Layout = {
    format: 'ogg',
    codec: known.codec,
    first: { start: 0, end: first.end },
    serial: first.header.readUInt32LE(14),
    number: firstPage.header.readUInt32LE(18),
    pages: pages.length,
    vendor: read.vendor,
    comments: withoutLongPictures(read.comments),
    packets: others.map((packet) => rangesOf(packet, 0, packet.bytes.length)),
    audio: { start: end, end: file.size },
  }
  if (byteLength(layout.comments.flatMap(({ parts }) => parts)) > maxOggHeaderBytes / 2)
    throw new Error('The comments are too long.')
  if (byteLength(layout.packets.flat()) > maxOggHeaderBytes / 2)
    throw new Error('The headers are too long.')
  return layout
}

type Page = { end: number; header: Buffer; lacing: Buffer; bodyStart: number; body: Buffer }

async function readPage(file: TaggedFile, start: number): Promise<Page> {
  file.countElement()
  const header = await readBuffer(file, { start, end: start + pageHeaderLength })
  const segments = header[26] ?? 0
  if (header.toString('latin1', 0, 4) !== 'OggS') throw new Error('There is no page.')
  if (segments === 0) throw new Error('A page of headers is empty.')
  const bodyStart = start + pageHeaderLength + segments
  const lacing = await readBuffer(file, { start: start + pageHeaderLength, end: bodyStart })
  const end = bodyStart + lacing.reduce((sum, value) => sum + value, 0)
  return { end, header, lacing, bodyStart, body: await readBuffer(file, { start: bodyStart, end }) }
}

/** A packet, and where its parts are in the file. */
type Packet = { bytes: Buffer; ranges: Range[] }

/** The pages after the first one that have headers. Audio starts on a page of its own. */
async function readHeaders(file: TaggedFile, first: Page, headers: number) {
  const pages: Page[] = []
  const packets: Packet[] = []
  let partial: { bytes: Buffer; range: Range }[] = []
  let total = 0
  for (let next = first; packets.length < headers; pages.push(next)) {
    const page = await readPage(file, next.end)
    total += page.body.length
    checkOrder(page, next)
    if (total > maxReadBytes || pages.length === maxOggHeaderPages)
      throw new Error('The headers are too long.')
    let at = 0
    let start = 0
    const take = () => {
      const range = { start: page.bodyStart + start, end: page.bodyStart + at }
      if (at > start) partial.push({ bytes: page.body.subarray(start, at), range })
      start = at
    }
    for (const length of page.lacing) {
      at += length
      if (length === 255) continue
      take()
      const bytes = Buffer.concat(partial.map((each) => each.bytes))
      packets.push({ bytes, ranges: partial.map(({ range }) => range) })
      partial = []
    }
    take()
    next = page
  }
  if (packets.length > headers || partial.length > 0)
    throw new Error('Audio starts on a page of headers.')
  return { pages, packets }
}

/** Numbers follow each other, because new pages get them in order. */
function checkOrder({ header }: Page, { header: before }: Page) {
  if (header.readUInt32LE(14) !== before.readUInt32LE(14))
    throw new Error('The file has several streams.')
  if (header.readUInt32LE(18) !== before.readUInt32LE(18) + 1)
    throw new Error('A page of headers is missing.')
}

function rangesOf({ ranges }: Packet, from: number, to: number): Range[] {
  const found: Range[] = []
  let offset = 0
  for (const range of ranges) {
    const start = Math.max(range.start, range.start + from - offset)
    const end = Math.min(range.end, range.start + to - offset)
    if (start < end) found.push({ start, end })
    offset += range.end - range.start
  }
  return found
}

/** There would hardly be space for them beside new texts, and they would be read with each download. */
const withoutLongPictures = (comments: Element[]): Element[] =>
  comments.filter(({ field, parts }) => field !== 'cover' || byteLength(parts) < maxPictureBytes)
const maxPictureBytes = 384 * 1024

const byteLength = (parts: Element['parts']): number =>
  parts.reduce(
    (sum, part) =>
      sum + (typeof part === 'string' ? Buffer.byteLength(part, 'base64') : part.end - part.start),
    0,
  )

const startsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text
