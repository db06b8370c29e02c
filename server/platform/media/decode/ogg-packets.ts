import { type AudioFile, inputOf } from './pcm.ts'

/** `granule` is the stream's position after the last packet of the page; undefined inside a page. */
export type OggPacket = { bytes: Buffer; granule: number | undefined; isLast: boolean }

const headerLength = 27
/** Far more than a second of audio of any codec, or than tags with a cover image. */
const maxPacketBytes = 16 * 1024 * 1024
const noPacketEnds = 0xffffffffffffffffn

/** The packets of the first logical stream of an Ogg file (RFC 3533). Checksums are not verified. */
export async function* oggPackets(file: AudioFile): AsyncGenerator<OggPacket> {
  let serial: number | undefined
  let partial: Buffer[] = []
  for await (const page of oggPages(file)) {
    serial ??= page.serial
    if (page.serial !== serial) continue
    if (!page.isContinued) partial = []
    for (const [index, { bytes, isComplete }] of page.segments.entries()) {
      partial.push(bytes)
      if (!isComplete) continue
      const isLastOfPage = !page.segments.slice(index + 1).some((segment) => segment.isComplete)
      yield {
        bytes: Buffer.concat(partial),
        granule: isLastOfPage ? page.granule : undefined,
        isLast: isLastOfPage && page.isLast,
      }
      partial = []
    }
    if (partial.reduce((sum, { length }) => sum + length, 0) > maxPacketBytes)
      throw new Error('A packet of the Ogg file is too long.')
    if (page.isLast) return
  }
}

type OggPage = {
  serial: number
  granule: number | undefined
  isContinued: boolean
  isLast: boolean
  segments: { bytes: Buffer; isComplete: boolean }[]
}

async function* oggPages(file: AudioFile): AsyncGenerator<OggPage> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const bytes of inputOf(file)) {
    buffered = Buffer.concat([buffered, bytes])
    for (;;) {
      const start = buffered.indexOf('OggS')
      if (start === -1) buffered = buffered.subarray(-3)
      else if (start > 0) buffered = buffered.subarray(start)
      const length = pageLength(buffered)
      if (length === undefined || buffered.length < length) break
      yield parsePage(buffered.subarray(0, length))
      buffered = buffered.subarray(length)
    }
  }
}

function pageLength(bytes: Buffer): number | undefined {
  const count = bytes[headerLength - 1]
  if (count === undefined || bytes.length < headerLength + count) return undefined
  const lacing = bytes.subarray(headerLength, headerLength + count)
  return headerLength + count + lacing.reduce((sum, length) => sum + length, 0)
}

function parsePage(page: Buffer): OggPage {
  const count = page[headerLength - 1] ?? 0
  const segments: OggPage['segments'] = []
  let at = headerLength + count
  let start = at
  for (const length of page.subarray(headerLength, headerLength + count)) {
    at += length
    if (length === 255) continue
    segments.push({ bytes: page.subarray(start, at), isComplete: true })
    start = at
  }
  if (start < at) segments.push({ bytes: page.subarray(start, at), isComplete: false })
  const granule = page.readBigUInt64LE(6)
  const flags = page[5] ?? 0
  return {
    serial: page.readUInt32LE(14),
    granule: granule === noPacketEnds ? undefined : Number(granule),
    isContinued: (flags & 1) !== 0,
    isLast: (flags & 4) !== 0,
    segments,
  }
}
