import { type AudioFile, toBuffer } from '../audio-file.ts'

/** More than the chapters of the longest podcast; parsing a million tags takes seconds. */
const maxTags = 5000
/** ID3 tags one after the other, blocks of a FLAC, chunks of a WAV. */
const maxBlocks = 1000
/** Zeros after the last tag, where a cover was removed: the parser takes them for tags. */
const maxPadding = 4 * 1024 * 1024
/** Pages of an Ogg file: more than the headers of all its streams need. */
const maxOggPages = 16
const headerLength = 10
const isExtended = 0x40
const vorbisComment = 4
const oggComments = ['OpusTags', '\x03vorbis']

/** Counts the tags of a file without parsing them, and throws if there are too many. */
export async function assertFewTags({ size, read }: AudioFile): Promise<void> {
  const peek: Peek = async (position, length) =>
    toBuffer(await read(position, Math.max(position, Math.min(size, position + length))))
  const count = createBudget()
  let position = 0
  for (let header = await peek(0, headerLength); isId3(header); ) {
    count.block()
    await countFrames(peek, position, count)
    position += headerLength + synchsafe(header, 6)
    header = await peek(position, headerLength)
  }
  const format = (await peek(position, 4)).toString('latin1')
  if (format === 'fLaC') await countFlacComments(peek, position + 4, count)
  if (format === 'OggS') await countOggComments(peek, position, count)
  if (/^(RIFF|RF64)$/.test(format)) await countChunks(peek, position + 12, count)
}

type Budget = ReturnType<typeof createBudget>

function createBudget() {
  const left = { tags: maxTags, blocks: maxBlocks, padding: maxPadding }
  const spend = (kind: keyof typeof left, amount: number) => {
    left[kind] -= amount
    if (left[kind] < 0) throw new Error('The file has too many tags.')
  }
  return {
    tags: (amount: number) => spend('tags', amount),
    block: () => spend('blocks', 1),
    padding: (bytes: number) => spend('padding', bytes),
  }
}

const isId3 = (header: Buffer) =>
  header.length === headerLength && header.toString('latin1', 0, 3) === 'ID3'

/** Steps from frame to frame exactly as the parser does, which does not stop at invalid ones. Zeros are padding. */
async function countFrames(peek: Peek, start: number, count: Budget) {
  const header = await peek(start, headerLength)
  const version = header[3] ?? 0
  const end = start + headerLength + synchsafe(header, 6)
  let position = start + headerLength
  if ((header[5] ?? 0) & isExtended) {
    const size = await peek(position, 4)
    if (size.length === 4) position += Math.max(headerLength, size.readUInt32BE())
  }
  const length = version === 2 ? 6 : headerLength
  while (position + length <= end) {
    const frame = await peek(position, length)
    if (frame.length < length) return
    if (frame.every((byte) => byte === 0)) count.padding(length)
    else count.tags(1)
    position += length + frameSize(frame, version)
  }
}

function frameSize(frame: Buffer, version: number): number {
  if (version === 2) return frame.readUIntBE(3, 3)
  return version === 3 ? frame.readUInt32BE(4) : synchsafe(frame, 4)
}

/** Vorbis comments: the name of the encoder, the number of comments, the comments. */
async function countComments(peek: Peek, start: number, count: Budget) {
  const vendor = await peek(start, 4)
  if (vendor.length < 4) return
  const comments = await peek(start + 4 + vendor.readUInt32LE(), 4)
  if (comments.length === 4) count.tags(comments.readUInt32LE())
}

async function countFlacComments(peek: Peek, start: number, count: Budget) {
  for (let position = start; ; ) {
    const header = await peek(position, 4)
    if (header.length < 4) return
    count.block()
    const [type = 0] = header
    position += 4
    if ((type & 0x7f) === vorbisComment) await countComments(peek, position, count)
    if (type & 0x80) return
    position += header.readUIntBE(1, 3)
  }
}

/** Comments begin on a page of their own, right after the first one of each stream. */
async function countOggComments(peek: Peek, start: number, count: Budget) {
  let position = start
  for (let page = 0; page < maxOggPages; page++) {
    const header = await peek(position, 27 + 255)
    if (header.toString('latin1', 0, 4) !== 'OggS') return
    const lacing = header.subarray(27, 27 + (header[26] ?? 0))
    const body = position + 27 + lacing.length
    const packet = (await peek(body, 8)).toString('latin1')
    const magic = oggComments.find((each) => packet.startsWith(each))
    if (magic) await countComments(peek, body + magic.length, count)
    position = body + lacing.reduce((sum, length) => sum + length, 0)
  }
}

async function countChunks(peek: Peek, start: number, count: Budget) {
  for (let position = start; ; ) {
    const header = await peek(position, 8)
    if (header.length < 8) return
    count.block()
    position += 8
    if (/^id3 $/i.test(header.toString('latin1', 0, 4))) await countFrames(peek, position, count)
    const size = header.readUInt32LE(4)
    // Everything that follows is samples, and the parser is not used.
    if (header.toString('latin1', 0, 4) === 'data' && size === 0) return
    position += size + (size % 2)
  }
}

const synchsafe = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => (size << 7) | (byte & 0x7f), 0)

/** Fewer bytes at the end of the file. */
type Peek = (position: number, length: number) => Promise<Buffer>
