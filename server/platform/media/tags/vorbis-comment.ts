import { type Cover, coverType, type Tags } from './tags.ts'

/** The fields that are replaced, whatever the spelling of their names. All others stay. */
const replaced = new Set([
  ...[
    'TITLE',
    'ARTIST',
    'ALBUM',
    'ALBUMARTIST',
    'ALBUM ARTIST',
    'ALBUM_ARTIST',
    'DATE',
    'YEAR',
    'ISRC',
  ],
  ...['TRACKNUMBER', 'TRACKTOTAL', 'TOTALTRACKS', 'DISCNUMBER', 'DISCTOTAL', 'TOTALDISCS'],
  ...['METADATA_BLOCK_PICTURE', 'COVERART', 'COVERARTMIME'],
])

/** The comments of FLAC, Vorbis and Opus (https://xiph.org/vorbis/doc/v-comment.html): these, and the rest of the old ones. */
export function vorbisComment(old: Buffer | undefined, tags: Tags, cover?: Cover): Buffer {
  const { vendor, comments } = old ? readComments(old) : { vendor: Buffer.alloc(0), comments: [] }
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
  const all = [
    ...fields.flatMap(([name, value]) =>
      value === undefined ? [] : [Buffer.from(`${name}=${value}`)],
    ),
    ...comments,
  ]
  return Buffer.concat([...withLength(vendor), uint32(all.length), ...all.flatMap(withLength)])
}

function readComments(bytes: Buffer): { vendor: Buffer; comments: Buffer[] } {
  let at = 0
  const next = () => {
    const start = at + 4
    at = start + bytes.readUInt32LE(at)
    if (at > bytes.length) throw new Error('The comments are truncated.')
    return bytes.subarray(start, at)
  }
  const vendor = next()
  const count = bytes.readUInt32LE(at)
  at += 4
  const comments: Buffer[] = []
  for (let index = 0; index < count; index++) comments.push(next())
  return { vendor, comments: comments.filter((comment) => !replaced.has(nameOf(comment))) }
}

const nameOf = (comment: Buffer) =>
  comment.toString('latin1', 0, Math.max(0, comment.indexOf('='))).toUpperCase()

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
