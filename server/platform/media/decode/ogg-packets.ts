import type { AudioFile } from '../audio-file.ts'
import { inputLength, inputOf } from './pcm.ts'

/** `granule` is the stream's position after the last packet of the page; undefined inside a page. */
export type OggPacket = {
  bytes: Buffer
  granule: number | undefined
  /** The first packet of a link: of the file, or of another one that is chained to it. */
  isFirst: boolean
  isLast: boolean
}

const headerLength = 27
/** Far more than a second of audio of any codec, or than tags with a cover image. */
const maxPacketBytes = 16 * 1024 * 1024
const noPacketEnds = 0xffffffffffffffffn

/** The packets of the first logical stream of each link of a chain (RFC 3533). Checksums are not verified. */
export async function* oggPackets(file: AudioFile): AsyncGenerator<OggPacket> {
  let serial: number | undefined
  let partial: Buffer[] = []
  let isFirst = false
  for await (const page of oggPages(file)) {
    if (page.startsLink) {
      serial = page.serial
      isFirst = true
    }
    if (page.serial !== serial) continue
    if (!page.isContinued) partial = []
    for (const [index, { bytes, isComplete }] of page.segments.entries()) {
      partial.push(bytes)
      if (!isComplete) continue
      const isLastOfPage = !page.segments.slice(index + 1).some((segment) => segment.isComplete)
      yield {
        bytes: Buffer.concat(partial),
        granule: isLastOfPage ? page.granule : undefined,
        isFirst,
        isLast: isLastOfPage && page.isLast,
      }
      isFirst = false
      partial = []
    }
    if (partial.reduce((sum, { length }) => sum + length, 0) > maxPacketBytes)
      throw new Error('A packet of the Ogg file is too long.')
    // What follows belongs to no stream.
    if (page.isLast) serial = undefined
  }
}

/** Whole pages, for a decoder that parses them. The next link needs a new decoder. */
export async function* oggInput(
  file: AudioFile,
): AsyncGenerator<{ bytes: Uint8Array; startsLink: boolean }> {
  let pending: Buffer[] = []
  let length = 0
  let startsLink = false
  for await (const page of oggPages(file)) {
    if (length > 0 && (page.startsLink || length >= inputLength)) {
      yield { bytes: Buffer.concat(pending), startsLink }
      pending = []
      length = 0
      startsLink = false
    }
    startsLink ||= page.startsLink
    pending.push(page.raw)
    length += page.raw.length
  }
  if (length > 0) yield { bytes: Buffer.concat(pending), startsLink }
}

/** Of all links of a chain; 0 if the file is truncated, or one of its streams is no audio. */
export async function oggSeconds(file: AudioFile): Promise<number> {
  let seconds = 0
  let link: { serial: number; rate: number; skip: number } | undefined
  for await (const { raw, serial, granule, isFirst, startsLink, isLast } of oggPages(file)) {
    if (isFirst) {
      const times = readTimes(raw.subarray(headerLength + (raw[headerLength - 1] ?? 0)))
      if (!times) return 0
      if (startsLink) link = { serial, ...times }
    }
    if (!isLast || serial !== link?.serial) continue
    seconds += ((granule ?? 0) - link.skip) / link.rate
    link = undefined
  }
  return link ? 0 : seconds
}

/** How many granules are a second, and how many come before the first sound; undefined for an unknown codec. */
function readTimes(head: Buffer): { rate: number; skip: number } | undefined {
  const name = head.toString('latin1', 0, 8)
  if (name === 'OpusHead') return { rate: 48_000, skip: head.readUInt16LE(10) }
  if (name.startsWith('\x01vorbis')) return { rate: head.readUInt32LE(12), skip: 0 }
  if (name.startsWith('\x7fFLAC')) return { rate: head.readUIntBE(27, 3) >> 4, skip: 0 }
  return undefined
}

type OggPage = {
  raw: Buffer
  serial: number
  granule: number | undefined
  isContinued: boolean
  isFirst: boolean
  /** The first page of the file, or of another one that is chained to it. */
  startsLink: boolean
  isLast: boolean
  segments: { bytes: Buffer; isComplete: boolean }[]
}

const isContinuedFlag = 1
const isFirstFlag = 2
const isLastFlag = 4

async function* oggPages(file: AudioFile): AsyncGenerator<OggPage> {
  let buffered: Buffer = Buffer.alloc(0)
  /** Whether the previous page was the first of its stream: the streams of a link begin together. */
  let isBeginning: boolean | undefined
  for await (const bytes of inputOf(file)) {
    buffered = Buffer.concat([buffered, bytes])
    for (;;) {
      const start = buffered.indexOf('OggS')
      if (start === -1) buffered = buffered.subarray(-3)
      else if (start > 0) buffered = buffered.subarray(start)
      const length = pageLength(buffered)
      if (length === undefined || buffered.length < length) break
      const raw = buffered.subarray(0, length)
      const isFirst = ((raw[5] ?? 0) & isFirstFlag) !== 0
      yield parsePage(raw, { startsLink: isBeginning === undefined || (isFirst && !isBeginning) })
      isBeginning = isFirst
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

function parsePage(raw: Buffer, { startsLink }: { startsLink: boolean }): OggPage {
  const count = raw[headerLength - 1] ?? 0
  const segments: OggPage['segments'] = []
  let at = headerLength + count
  let start = at
  for (const length of raw.subarray(headerLength, headerLength + count)) {
    at += length
    if (length === 255) continue
    segments.push({ bytes: raw.subarray(start, at), isComplete: true })
    start = at
  }
  if (start < at) segments.push({ bytes: raw.subarray(start, at), isComplete: false })
  const granule = raw.readBigUInt64LE(6)
  const flags = raw[5] ?? 0
  return {
    raw,
    serial: raw.readUInt32LE(14),
    granule: granule === noPacketEnds ? undefined : Number(granule),
    isContinued: (flags & isContinuedFlag) !== 0,
    isFirst: (flags & isFirstFlag) !== 0,
    startsLink,
    isLast: (flags & isLastFlag) !== 0,
    segments,
  }
}
