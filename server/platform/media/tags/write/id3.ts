import { id3Frame, syncSafe, textFrame } from '../id3-frame.ts'
import type { Element } from '../layout.ts'
import {
  coverType,
  keptSegments,
  knownFields,
  numbered,
  type Segment,
  type Tags,
  totalSize,
} from '../tags.ts'

const frontCover = 3

/** An ID3v2.4 tag with these tags, and the frames of the file that say something else. */
export function id3Tag(tags: Tags, old: readonly Element[]): Segment[] {
  const frames = [
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TALB', tags.album),
    textFrame('TPE2', tags.albumArtist),
    textFrame('TRCK', tags.track && numbered(tags.track)),
    textFrame('TPOS', tags.disc && numbered(tags.disc)),
    textFrame('TDRC', tags.date),
    textFrame('TSRC', tags.isrc),
    pictureFrame(tags),
    ...keptSegments(old, knownFields(tags)),
  ]
  const header = Buffer.from('ID3\x04\x00\x00', 'latin1')
  return [Buffer.concat([header, syncSafe(totalSize(frames))]), ...frames]
}

function pictureFrame({ covers: [cover] }: Tags): Buffer {
  if (!cover) return Buffer.alloc(0)
  const head = Buffer.from(`\0${coverType}\0${String.fromCharCode(frontCover)}\0`, 'latin1')
  return id3Frame('APIC', [head, cover.bytes])
}
