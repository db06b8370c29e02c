import type { AudioFile } from '../audio-file.ts'
import { boxesIn, find, isComplete, readBox, topLevelBoxes } from '../decode/mp4-index.ts'
import type { Segment, Tags } from './tags.ts'

/** 12 hours of AAC have 8 MB. */
const maxMovieBytes = 16 * 1024 * 1024
/** The types of values in the metadata of iTunes. */
const valueTypes = { binary: 0, utf8: 1, jpeg: 13 }
const itunes = 'com.apple.iTunes'

/**
 * Replaces the metadata of iTunes, in `moov/udta/meta/ilst`, with the items that it has besides ours: one says where
 * the sound starts. The new `moov` is at the end of the file and free space where the old one was, so that the media
 * data, whose positions are in many boxes, does not move.
 */
export async function writeMp4Tags(file: AudioFile, tags: Tags): Promise<Segment[]> {
  const boxes = await topLevelBoxes(file)
  const [movie, ...others] = boxes.filter(({ type }) => type === 'moov')
  if (!movie || others.length > 0 || !isComplete(file, boxes))
    throw new Error('The file does not have one index.')
  // Fragments come after the index that they belong to.
  if (boxes.some(({ type }) => type === 'moof')) throw new Error('The file has fragments.')
  const length = movie.end - movie.start
  if (length > maxMovieBytes) throw new Error('The index is too long.')
  const content = await readBox(file, movie)
  const isLast = movie.end === file.size
  return [
    { start: 0, end: movie.start },
    ...(isLast ? [] : [box('free', Buffer.alloc(length - 8))]),
    { start: movie.end, end: file.size },
    withTags(content, tags),
  ]
}

function withTags(movie: Buffer, tags: Tags): Buffer {
  const children = boxesIn(movie)
  const covered = children.reduce((sum, { length }) => sum + length, 0)
  if (covered !== movie.length) throw new Error('The index is malformed.')
  const userData = boxesIn(find(movie, 'udta') ?? Buffer.alloc(0))
  const metadata = userData.find(({ type }) => type === 'meta')?.content
  const copies = (list: typeof children, except: string) =>
    list.filter(({ type }) => type !== except).map(({ type, content }) => box(type, content))
  const items = [...newItems(tags), ...keptItems(metadata)]
  return box(
    'moov',
    ...copies(children, 'udta'),
    box('udta', ...copies(userData, 'meta'), metadataBox(items)),
  )
}

function metadataBox(items: Buffer[]): Buffer {
  const handler = Buffer.from(`${'\0'.repeat(8)}mdirappl${'\0'.repeat(9)}`, 'latin1')
  return box('meta', Buffer.alloc(4), box('hdlr', handler), box('ilst', ...items))
}

function newItems({ covers: [cover], ...tags }: Tags): Buffer[] {
  const text = (name: string, value: string | undefined) =>
    value ? [item(name, valueTypes.utf8, Buffer.from(value))] : []
  const numbers = (name: string, value: Tags['track'], length: number) => {
    if (!value) return []
    const bytes = Buffer.alloc(length)
    bytes.writeUInt16BE(value.number, 2)
    bytes.writeUInt16BE(value.total, 4)
    return [item(name, valueTypes.binary, bytes)]
  }
  return [
    ...text('©nam', tags.title),
    ...text('©ART', tags.artist),
    ...text('©alb', tags.album),
    ...text('aART', tags.albumArtist),
    ...text('©day', tags.date),
    ...numbers('trkn', tags.track, 8),
    ...numbers('disk', tags.disc, 6),
    ...(tags.isrc ? [freeFormItem('ISRC', tags.isrc)] : []),
    ...(cover ? [item('covr', valueTypes.jpeg, cover.bytes)] : []),
  ]
}

const replaced = ['©nam', '©ART', '©alb', 'aART', '©day', 'trkn', 'disk', 'covr']

function keptItems(metadata: Buffer | undefined): Buffer[] {
  if (!metadata) return []
  // That of QuickTime has no version.
  const hasVersion = metadata.toString('latin1', 4, 8) !== 'hdlr'
  return boxesIn(find(metadata.subarray(hasVersion ? 4 : 0), 'ilst') ?? Buffer.alloc(0))
    .filter(
      ({ type, content }) => !replaced.includes(type) && freeFormName(type, content) !== 'ISRC',
    )
    .map(({ type, content }) => box(type, content))
}

const freeFormName = (type: string, content: Buffer) =>
  type === '----' ? find(content, 'name')?.toString('utf8', 4).toUpperCase() : undefined

function freeFormItem(name: string, value: string): Buffer {
  return box(
    '----',
    box('mean', Buffer.alloc(4), Buffer.from(itunes)),
    box('name', Buffer.alloc(4), Buffer.from(name)),
    dataBox(valueTypes.utf8, Buffer.from(value)),
  )
}

const item = (name: string, type: number, value: Buffer) => box(name, dataBox(type, value))

const dataBox = (type: number, value: Buffer) =>
  box('data', Buffer.from([0, 0, 0, type, 0, 0, 0, 0]), value)

function box(type: string, ...content: Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.reduce((sum, { length }) => sum + length, header.length))
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...content])
}
