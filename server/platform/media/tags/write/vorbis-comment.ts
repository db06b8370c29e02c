import type { Element, Field } from '../layout.ts'
import {
  type Cover,
  coverType,
  elementsToKeep,
  knownFields,
  type Segment,
  type Tags,
  toSegments,
} from '../tags.ts'

type Old = { vendor: string; comments: readonly Element[] }

/**
 * The comments of FLAC, Vorbis and Opus (https://xiph.org/vorbis/doc/v-comment.html): these, and the rest of the old
 * ones. FLAC has the cover in a block of its own.
 */
export function vorbisComment(
  old: Old,
  tags: Tags,
  { cover, known = knownFields(tags) }: { cover?: Cover | undefined; known?: Set<Field> } = {},
): Segment[] {
  const fields: [string, string | number | undefined][] = [
    ['TITLE', tags.title],
    ['ARTIST', tags.artist],
    ['ALBUM', tags.album],
    ['ALBUMARTIST', tags.albumArtist],
    ['TRACKNUMBER', tags.track?.number],
    ['TRACKTOTAL', tags.track?.total],
    ['DISCNUMBER', tags.disc?.number],
    ['DISCTOTAL', tags.disc?.total],
    ['DATE', tags.date],
    ['ISRC', tags.isrc],
    ['METADATA_BLOCK_PICTURE', cover && pictureBlock(cover).toString('base64')],
  ]
  const added = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [Buffer.from(`${name}=${value}`)],
  )
  const kept = elementsToKeep(old.comments, known)
  const count = uint32(added.length + kept.length)
  return [
    Buffer.concat([...withLength(Buffer.from(old.vendor, 'base64')), count]),
    ...added.flatMap(withLength),
    ...kept.flatMap(({ parts }) => toSegments(parts)),
  ]
}

const frontCover = 3
const bitsPerPixel = 24

/** The picture of FLAC (RFC 9639, 8.8), which Vorbis and Opus have in base64. */
export function pictureBlock({ bytes, width, height }: Cover): Buffer {
  const numbers = (...values: number[]) => Buffer.concat(values.map(uint32BE))
  return Buffer.concat([
    numbers(frontCover, coverType.length),
    Buffer.from(coverType),
    numbers(0, width, height, bitsPerPixel, 0, bytes.length),
    bytes,
  ])
}

const withLength = (bytes: Buffer) => [uint32(bytes.length), bytes]

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const uint32BE = (value: number) => uint32(value).reverse()
