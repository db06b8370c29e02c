import type { LayoutOf } from '../layout.ts'
import { keptSegments, knownFields, numbered, type Segment, type Tags, totalSize } from '../tags.ts'
import { id3Tag } from './id3.ts'

/** The tags are two chunks at the end: INFO, which old programs read, and ID3, which can say everything. */
export function wavSegments(layout: LayoutOf<'wav'>, tags: Tags): Segment[] {
  const known = knownFields(tags)
  const info = [...infoTexts(tags), ...keptSegments(layout.info, known)]
  const segments = [
    ...keptSegments(layout.chunks, known),
    ...chunk('LIST', [Buffer.from('INFO'), ...info]),
    ...chunk('id3 ', id3Tag(tags, layout.frames)),
  ]
  const header = Buffer.from('RIFF....WAVE', 'latin1')
  // Throws a RangeError for more than 4 GiB.
  header.writeUInt32LE(4 + totalSize(segments), 4)
  return [header, ...segments]
}

function infoTexts(tags: Tags): Segment[] {
  const fields: [string, string | undefined][] = [
    ['INAM', tags.title],
    ['IART', tags.artist],
    ['IPRD', tags.album],
    ['IPRT', tags.track && numbered(tags.track)],
    ['ICRD', tags.date],
  ]
  return fields.flatMap(([name, text]) => (text ? chunk(name, [Buffer.from(`${text}\0`)]) : []))
}

/** Chunks start at even positions. */
function chunk(name: string, content: Segment[]): Segment[] {
  const length = totalSize(content)
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(length, 4)
  return [header, ...content, Buffer.alloc(length % 2)]
}
