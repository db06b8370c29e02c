import { type AudioFile, toBuffer } from '../audio-file.ts'
import { id3Tag } from './id3.ts'
import { numbered, type Segment, type Tags, totalSize } from './tags.ts'

const headerLength = 12
const maxChunks = 1000

type Chunk = { isTag: boolean; start: number; end: number; missingPadding: number }

/** The tags are two chunks at the end: INFO, which old programs read, and ID3, which can say everything. */
export async function writeWavTags(file: AudioFile, tags: Tags): Promise<Segment[]> {
  const chunks = await readChunks(file)
  const segments: Segment[] = chunks
    .filter(({ isTag }) => !isTag)
    .flatMap(({ start, end, missingPadding }) => [{ start, end }, Buffer.alloc(missingPadding)])
  segments.push(...infoChunk(tags), ...chunk('id3 ', id3Tag(tags)))
  const header = Buffer.from('RIFF....WAVE', 'latin1')
  // Throws a RangeError for more than 4 GiB.
  header.writeUInt32LE(4 + totalSize(segments), 4)
  return [header, ...segments]
}

async function readChunks(file: AudioFile): Promise<Chunk[]> {
  const head = toBuffer(await file.read(0, Math.min(headerLength, file.size)))
  if (!/^RIFF.{4}WAVE$/s.test(head.toString('latin1'))) throw new Error('Not a RIFF file.')
  const chunks: Chunk[] = []
  let at = headerLength
  while (at + 8 <= file.size) {
    if (chunks.length === maxChunks) throw new Error('The file has too many chunks.')
    const head = toBuffer(await file.read(at, Math.min(at + headerLength, file.size)))
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const end = at + 8 + length
    if (end > file.size) throw new Error('A chunk is truncated.')
    const isTag = /^id3 $/i.test(name) || (name === 'LIST' && head.toString('latin1', 8) === 'INFO')
    const next = end + (length % 2)
    // Many programs leave out the padding of the last chunk.
    const missingPadding = Math.max(0, next - file.size)
    chunks.push({ isTag, start: at, end: next - missingPadding, missingPadding })
    at = next
  }
  if (at < file.size) throw new Error('Bytes after the last chunk.')
  return chunks
}

function infoChunk(tags: Tags): Buffer[] {
  const fields: [string, string | undefined][] = [
    ['INAM', tags.title],
    ['IART', tags.artist],
    ['IPRD', tags.album],
    ['IPRT', tags.track && numbered(tags.track)],
    ['ICRD', tags.date],
  ]
  const texts = fields.flatMap(([name, text]) =>
    text ? chunk(name, Buffer.from(`${text}\0`)) : [],
  )
  return chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...texts]))
}

/** Chunks start at even positions. */
function chunk(name: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return [header, content, Buffer.alloc(content.length % 2)]
}
