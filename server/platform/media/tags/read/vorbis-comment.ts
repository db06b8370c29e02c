import type { Element, Field, Part, Range } from '../layout.ts'
import { element, type TaggedFile, toPart } from './elements.ts'

/** What the site replaces, whatever the spelling of its names. All others stay. */
const names: Record<Exclude<Field, 'cover'>, string[]> = {
  title: ['TITLE'],
  artist: ['ARTIST'],
  album: ['ALBUM'],
  albumArtist: ['ALBUMARTIST', 'ALBUM ARTIST', 'ALBUM_ARTIST'],
  track: ['TRACKNUMBER', 'TRACKTOTAL', 'TOTALTRACKS'],
  disc: ['DISCNUMBER', 'DISCTOTAL', 'TOTALDISCS'],
  date: ['DATE', 'YEAR'],
  isrc: ['ISRC'],
}
const fieldByName = new Map(
  Object.entries(names).flatMap(([field, all]) => all.map((name) => [name, field as Field])),
)

const maxNameLength = 32
const maxVendorLength = 1024
const maxInlineBytes = 1024

/** `locate` says where bytes of the packet are in the file. */
export function readVorbisComment(
  packet: Buffer,
  { countElement }: Pick<TaggedFile, 'countElement'>,
  locate: (from: number, to: number) => Range[],
): { vendor: string; comments: Element[] } {
  let at = 0
  const next = () => {
    const start = at + 4
    at = start + packet.readUInt32LE(at)
    if (at > packet.length) throw new Error('The comments are truncated.')
    return packet.subarray(start, at)
  }
  const vendor = next()
  if (vendor.length > maxVendorLength) throw new Error('The name of the encoder is too long.')
  const count = packet.readUInt32LE(at)
  at += 4
  const comments: Element[] = []
  for (let index = 0; index < count; index++) {
    countElement()
    const start = at
    const comment = next()
    // With its length, as it is in the file.
    const isShort = at - start <= maxInlineBytes
    const parts: Part[] = isShort ? [toPart(packet.subarray(start, at))] : locate(start, at)
    comments.push(element(parts, fieldOf(comment)))
  }
  return { vendor: toPart(vendor), comments }
}

function fieldOf(comment: Buffer): Field | undefined {
  const head = comment.toString('latin1', 0, maxNameLength)
  const name = head.slice(0, Math.max(0, head.indexOf('='))).toUpperCase()
  if (name === 'METADATA_BLOCK_PICTURE') {
    const type = Buffer.from(head.slice(name.length + 1, name.length + 9), 'base64')
    return type.length >= 4 ? pictureField(type.readUInt32BE()) : 'cover'
  }
  if (name === 'COVERART' || name === 'COVERARTMIME') return 'cover'
  return fieldByName.get(name)
}

const pictureTypes = { other: 0, frontCover: 3 }

/** A picture of something else, such as the back or the band, stays beside the cover. */
export const pictureField = (type: number): 'cover' | undefined =>
  type === pictureTypes.frontCover || type === pictureTypes.other ? 'cover' : undefined
