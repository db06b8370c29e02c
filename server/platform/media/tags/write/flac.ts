import type { LayoutOf } from '../layout.ts'
import { keptSegments, knownFields, type Segment, type Tags, totalSize } from '../tags.ts'
import { pictureBlock, vorbisComment } from './vorbis-comment.ts'

const blockTypes = { vorbisComment: 4, picture: 6 }
const lastBlock = 0x80

/** The comments, and a cover, after the other blocks of metadata (RFC 9639, 8), which stay as all frames do. */
export function flacSegments(layout: LayoutOf<'flac'>, tags: Tags): Segment[] {
  const [cover] = tags.covers
  const comments = vorbisComment(layout, tags)
  const pictures = cover ? [[pictureBlock(cover)]] : []
  const added: [number, Segment[]][] = [
    ...pictures.map((picture): [number, Segment[]] => [blockTypes.picture, picture]),
    [blockTypes.vorbisComment | lastBlock, comments],
  ]
  return [
    Buffer.from('fLaC'),
    ...keptSegments(layout.blocks, knownFields(tags)),
    ...added.flatMap(([type, content]) => [blockHeader(type, totalSize(content)), ...content]),
    layout.audio,
  ]
}

export function blockHeader(type: number, length: number): Buffer {
  const header = Buffer.alloc(4)
  header[0] = type
  // Throws a RangeError for a block of more than 16 MiB.
  header.writeUIntBE(length, 1, 3)
  return header
}
