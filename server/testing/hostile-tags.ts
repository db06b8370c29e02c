import { repeat } from './hostile-files.ts'
import { fixture } from './sample-files.ts'

/** Small files with more elements of metadata than any program writes. */

function oggPages(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pages.at(-1)?.length ?? 0) {
    const count = bytes[at + 26] ?? 0
    const lacing = bytes.subarray(at + 27, at + 27 + count)
    const length = 27 + count + lacing.reduce((sum, value) => sum + value, 0)
    pages.push(bytes.subarray(at, at + length))
  }
  return pages
}

/** A page like another one, with this lacing and body. Without a checksum. */
function oggPage(like: Buffer, number: number, lacing: number[], body: Buffer): Buffer {
  const header = Buffer.from(like.subarray(0, 27))
  header.writeUInt32LE(number, 18)
  header[26] = lacing.length
  return Buffer.concat([header, Buffer.from(lacing), body])
}

const maxSegments = 255

/** An Opus file with this many comments without a byte. */
export const emptyCommentsOpus = (count: number) => commentsOpus(count, 0)

/** An Opus file with this many comments of this many bytes. */
export function commentsOpus(count: number, length: number): Buffer {
  const [first, tags, ...audio] = oggPages(fixture('tone.opus'))
  if (!first || !tags) throw new Error('The fixture has no headers.')
  const head = Buffer.alloc(16)
  head.write('OpusTags')
  head.writeUInt32LE(count, 12)
  const comment = Buffer.alloc(4 + length, 'x')
  comment.writeUInt32LE(length)
  const packet = Buffer.concat([head, repeat(comment, count)])
  const segments = Array<number>(Math.floor(packet.length / 255)).fill(255)
  segments.push(packet.length % 255)
  const pages: Buffer[] = []
  for (let at = 0, offset = 0; at < segments.length; at += maxSegments) {
    const lacing = segments.slice(at, at + maxSegments)
    const length = lacing.reduce((sum, value) => sum + value, 0)
    const body = packet.subarray(offset, offset + length)
    pages.push(oggPage(tags, pages.length + 1, lacing, body))
    offset += length
  }
  return Buffer.concat([first, ...pages, ...renumbered(audio, pages.length + 1)])
}

/** An Opus file with this many pages without a segment before its comments. */
export function emptyPagesOpus(count: number): Buffer {
  const [first, tags, ...audio] = oggPages(fixture('tone.opus'))
  if (!first || !tags) throw new Error('The fixture has no headers.')
  const empty = oggPage(tags, 1, [], Buffer.alloc(0))
  const rest = renumbered([tags, ...audio], count + 1)
  return Buffer.concat([first, repeat(empty, count), ...rest])
}

const renumbered = (pages: Buffer[], first: number) =>
  pages.map((page, index) => {
    const copy = Buffer.from(page)
    copy.writeUInt32LE(first + index, 18)
    return copy
  })

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** An M4A whose index, at its end, has this many items of iTunes, or boxes beside them. */
export function manyItemsM4a(count: number, at: 'items' | 'user data' = 'items'): Buffer {
  const file = fixture('tone.m4a')
  const start = file.indexOf('moov') - 4
  const movie = file.subarray(start, start + file.readUInt32BE(start))
  if (movie.length + start !== file.length) throw new Error('The index is not at the end.')
  const oldData = movie.lastIndexOf('udta') - 4
  const items = repeat(box('----', Buffer.alloc(0)), count)
  const list = box('meta', Buffer.concat([Buffer.alloc(4), box('ilst', items)]))
  const udta = box('udta', at === 'items' ? list : items)
  const content = Buffer.concat([movie.subarray(8, oldData), udta])
  return Buffer.concat([file.subarray(0, start), box('moov', content)])
}
