import type { LayoutOf } from '../layout.ts'
import { keptSegments, knownFields, type Segment, type Tags, totalSize } from '../tags.ts'

/** The types of values in the metadata of iTunes. */
const valueTypes = { binary: 0, utf8: 1, jpeg: 13 }
const itunes = 'com.apple.iTunes'

/**
 * Replaces the metadata of iTunes, in `moov/udta/meta/ilst`. The new `moov` is at the end of the file and free space
 * where the old one was, so that the media data, whose positions are in many boxes, does not move.
 */
export function mp4Segments(layout: LayoutOf<'m4a'>, tags: Tags): Segment[] {
  const known = knownFields(tags)
  const items = [...newItems(tags), ...keptSegments(layout.items, known)]
  const userData = [...keptSegments(layout.userData, known), ...metadataBox(items)]
  const movie = [...keptSegments(layout.movie, known), ...box('udta', userData)]
  const { before, gap, after } = layout
  const free = gap === 0 ? [] : box('free', [{ zeros: gap - 8 }])
  return [before, ...free, after, ...box('moov', movie)]
}

function metadataBox(items: Segment[]): Segment[] {
  const handler = Buffer.from(`${'\0'.repeat(8)}mdirappl${'\0'.repeat(9)}`, 'latin1')
  return box('meta', [Buffer.alloc(4), ...box('hdlr', [handler]), ...box('ilst', items)])
}

function newItems({ covers: [cover], ...tags }: Tags): Segment[] {
  const text = (name: string, value: string | undefined) =>
    value ? item(name, valueTypes.utf8, Buffer.from(value)) : []
  const numbers = (name: string, value: Tags['track'], length: number) => {
    if (!value) return []
    const bytes = Buffer.alloc(length)
    bytes.writeUInt16BE(value.number, 2)
    bytes.writeUInt16BE(value.total, 4)
    return item(name, valueTypes.binary, bytes)
  }
  return [
    ...text('©nam', tags.title),
    ...text('©ART', tags.artist),
    ...text('©alb', tags.album),
    ...text('aART', tags.albumArtist),
    ...text('©day', tags.date),
    ...numbers('trkn', tags.track, 8),
    ...numbers('disk', tags.disc, 6),
    ...(tags.isrc ? freeFormItem('ISRC', tags.isrc) : []),
    ...(cover ? item('covr', valueTypes.jpeg, cover.bytes) : []),
  ]
}

const freeFormItem = (name: string, value: string) =>
  box('----', [
    ...box('mean', [Buffer.alloc(4), Buffer.from(itunes)]),
    ...box('name', [Buffer.alloc(4), Buffer.from(name)]),
    ...dataBox(valueTypes.utf8, Buffer.from(value)),
  ])

const item = (name: string, type: number, value: Buffer) => box(name, dataBox(type, value))

const dataBox = (type: number, value: Buffer) =>
  box('data', [Buffer.from([0, 0, 0, type, 0, 0, 0, 0]), value])

function box(type: string, content: Segment[]): Segment[] {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(totalSize(content) + header.length)
  header.write(type, 4, 'latin1')
  return [header, ...content]
}
