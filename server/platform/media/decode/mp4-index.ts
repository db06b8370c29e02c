import { type AudioFile, toBuffer } from '../audio-file.ts'

/** A box of an MP4 file, with what it contains, and its length with the header. */
type Box = { type: string; content: Buffer; length: number }
/** Where a box at the top level is. */
export type TopLevelBox = { type: string; start: number; end: number }

/** The audio track of an MP4 file (ISO 14496-12). Times are in units of its timescale. */
export type Mp4Track = {
  id: number
  /** The type of its sample description, such as `mp4a`. */
  codec: string
  /** The boxes of the sample description, which configure the decoder. */
  description: Buffer
  timescale: number
  /** 0 in a file of fragments. */
  duration: number
  gapless: Gapless
  sampleTable: Buffer
  /** Defaults of the samples in fragments (`trex`). */
  fragmentDefaults: Buffer | undefined
}

/** Which of the samples are heard: without the delay and the padding of the encoder. */
export type Gapless = {
  /** Samples before the first sound: the delay of the encoder. */
  skip: number
  /** Without the padding at the end; infinite if the file does not declare it. */
  length: number
  /** By how much the length may be wrong: the movie header has a timescale of its own, often milliseconds. */
  tolerance: number
}

const maxBoxes = 100_000
/** 12 hours of AAC have 8 MB. */
const maxIndexBytes = 32 * 1024 ** 2
/** Bytes of a sample entry before its boxes, by its version: those of QuickTime have more fields. */
const entryLengths = [28, 44, 64]

/** The last one may be longer than the file. */
export async function topLevelBoxes({ size, read }: AudioFile): Promise<TopLevelBox[]> {
  const boxes: TopLevelBox[] = []
  for (let start = 0; start + 8 <= size; ) {
    if (boxes.length === maxBoxes) throw new Error('The file has too many parts.')
    const header = toBuffer(await read(start, Math.min(size, start + 16)))
    const [length, headerLength] = boxLength(header, 0)
    if (length < headerLength) break
    boxes.push({ type: header.toString('latin1', 4, 8), start, end: start + length })
    start += length
  }
  return boxes
}

/** Whether boxes cover the whole file, and include an index and media data. */
export function isComplete({ size }: AudioFile, boxes: readonly TopLevelBox[]): boolean {
  const has = (name: string) => boxes.some(({ type }) => type === name)
  return boxes.at(-1)?.end === size && has('moov') && (has('mdat') || has('moof'))
}

/** Undefined if the file has no audio track. Throws if it is a video. */
export async function readTrack(
  file: AudioFile,
  boxes: readonly TopLevelBox[],
): Promise<Mp4Track | undefined> {
  const index = boxes.find(({ type }) => type === 'moov')
  if (!index) return undefined
  if (index.end > file.size) throw new Error('The file is truncated.')
  const movie = await readBox(file, index)
  const timescale = find(movie, 'mvhd')
  const tracks = boxesIn(movie).filter(({ type }) => type === 'trak')
  const ofKind = (kind: string) =>
    tracks.find(({ content }) => find(content, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === kind)
  if (ofKind('vide')) throw new Error('The file is a video.')
  const audio = ofKind('soun')
  return audio && toTrack(movie, audio.content, timescale ? readTimescale(timescale) : 1)
}

/** The content of a box at the top level. */
export async function readBox(file: AudioFile, { start, end }: TopLevelBox): Promise<Buffer> {
  if (end - start > maxIndexBytes) throw new Error('The index of the file is too long.')
  const [box] = boxesIn(toBuffer(await file.read(start, end)))
  return box?.content ?? Buffer.alloc(0)
}

/** Throws a `RangeError` at the fields of a box that is too short. */
function toTrack(movie: Buffer, track: Buffer, movieTimescale: number): Mp4Track {
  const header = find(track, 'tkhd')
  const mediaHeader = find(track, 'mdia', 'mdhd')
  const sampleTable = find(track, 'mdia', 'minf', 'stbl')
  const [entry] = boxesIn(find(sampleTable, 'stsd')?.subarray(8) ?? Buffer.alloc(0))
  if (!header || !mediaHeader || !sampleTable || !entry)
    throw new Error('The index of the file is incomplete.')
  const id = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  const timescale = readTimescale(mediaHeader)
  const version = entry.content.length >= 10 ? entry.content.readUInt16BE(8) : 0
  const defaults = boxesIn(find(movie, 'mvex') ?? Buffer.alloc(0)).find(
    ({ type, content }) => type === 'trex' && content.readUInt32BE(4) === id,
  )
  return {
    id,
    codec: entry.type,
    description: entry.content.subarray(entryLengths[version] ?? entry.content.length),
    timescale,
    duration:
      mediaHeader[0] === 1 ? Number(mediaHeader.readBigUInt64BE(24)) : mediaHeader.readUInt32BE(16),
    gapless: readEdits(track, timescale / movieTimescale) ??
      readGaplessTag(movie) ?? { skip: 0, length: Infinity, tolerance: 0 },
    sampleTable,
    fragmentDefaults: defaults?.content,
  }
}

function readTimescale(header: Buffer): number {
  const timescale = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  if (timescale === 0) throw new Error('The index of the file is incomplete.')
  return timescale
}

/**
 * The part that the edit list plays: from the start of its first edit on. Empty edits, which only delay, are skipped.
 */
function readEdits(track: Buffer, scale: number): Gapless | undefined {
  const list = find(track, 'edts', 'elst')
  if (!list) return undefined
  const isLong = list[0] === 1
  const entryLength = isLong ? 20 : 12
  let skip: number | undefined
  let duration = 0
  for (let at = 8; at + entryLength <= list.length; at += entryLength) {
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4)
    if (start < 0) continue
    skip ??= start
    duration += isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at)
  }
  if (skip === undefined) return undefined
  // The length of a fragmented file may be unknown.
  return {
    skip,
    length: duration === 0 ? Infinity : Math.round(duration * scale),
    tolerance: scale,
  }
}

/** iTunes' tag: delay, padding and length, in hexadecimal digits. */
function readGaplessTag(movie: Buffer): Gapless | undefined {
  const at = movie.indexOf('iTunSMPB')
  if (at < 0) return undefined
  const text = movie.toString('latin1', at, at + 200)
  const [, skip, length] = / [\dA-F]{8} ([\dA-F]{8}) [\dA-F]{8} ([\dA-F]{16})/.exec(text) ?? []
  if (!skip || !length) return undefined
  return {
    skip: Number.parseInt(skip, 16),
    length: Number.parseInt(length, 16) || Infinity,
    tolerance: 0,
  }
}

/** The content of a nested box: `path` has the types from the outermost to the innermost. */
export function find(bytes: Buffer | undefined, ...path: string[]): Buffer | undefined {
  let found = bytes
  for (const name of path)
    found = found && boxesIn(found).find(({ type }) => type === name)?.content
  return found
}

export function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (boxes.length === maxBoxes) throw new Error('The file has too many parts.')
    const [length, headerLength] = boxLength(bytes, at)
    if (length < headerLength || length > bytes.length - at) break
    const content = bytes.subarray(at + headerLength, at + length)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content, length })
    at += length
  }
  return boxes
}

/** The lengths of the box and of its header. A box without a length, which is only allowed at the end, ends the list. */
function boxLength(bytes: Buffer, at: number): [number, number] {
  const short = bytes.readUInt32BE(at)
  if (short === 1 && at + 16 <= bytes.length) return [Number(bytes.readBigUInt64BE(at + 8)), 16]
  return [short, 8]
}
