import { coverType, numbered, type Tags } from './tags.ts'

const utf8 = 3
const frontCover = 3

/** An ID3v2.4 tag (https://id3.org/id3v2.4.0-structure). */
export function id3Tag(tags: Tags): Buffer {
  const frames = Buffer.concat([
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TALB', tags.album),
    textFrame('TPE2', tags.albumArtist),
    textFrame('TRCK', tags.track && numbered(tags.track)),
    textFrame('TPOS', tags.disc && numbered(tags.disc)),
    textFrame('TDRC', tags.date),
    textFrame('TSRC', tags.isrc),
    pictureFrame(tags),
  ])
  return Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), syncSafe(frames.length), frames])
}

function textFrame(name: string, text: string | undefined): Buffer {
  if (!text) return Buffer.alloc(0)
  return frame(name, [Buffer.from([utf8]), Buffer.from(text)])
}

function pictureFrame({ covers: [cover] }: Tags): Buffer {
  if (!cover) return Buffer.alloc(0)
  const head = Buffer.from(`\0${coverType}\0${String.fromCharCode(frontCover)}\0`, 'latin1')
  return frame('APIC', [head, cover.bytes])
}

function frame(name: string, content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(name), syncSafe(body.length), Buffer.alloc(2), body])
}

/** Seven bits in each byte, so that a length never looks like the start of a frame of audio. */
const syncSafe = (length: number) =>
  Buffer.from([21, 14, 7, 0].map((bits) => (length >> bits) & 0x7f))
