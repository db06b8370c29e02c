import { frameHeader, syncSafe, textFrame } from '../id3-frame.ts'
import type { Element, Field, Range } from '../layout.ts'
import { element, elementAt, readBuffer, type TaggedFile, toPart } from './elements.ts'
import { frameNames } from './id3-names.ts'
import { pictureField } from './vorbis-comment.ts'

const headerLength = 10
const flag = { unsynchronized: 0x80, extended: 0x40 }
/** Of a frame of 2.4: zeros are inserted after 0xFF, and its length without them comes first. */
const frameFlag = { unsynchronized: 0x02, hasLength: 0x01 }
/** Compression and encryption, whose fields are others in 2.4. */
const unusualFlags = 0xc0
const maxDateLength = 64

const fieldOfFrame: Partial<Record<string, Field>> = {
  TIT2: 'title',
  TPE1: 'artist',
  TALB: 'album',
  TPE2: 'albumArtist',
  TRCK: 'track',
  TPOS: 'disc',
  TSRC: 'isrc',
  ...{ TDRC: 'date', TYER: 'date', TDAT: 'date', TIME: 'date', TRDA: 'date' },
}

type Tag = { version: number; flags: number; content: Range }
type Frame = { name: string; flags: number; content: Range; length: number }

/** The frames of the tag at the start of the range, as frames of ID3v2.4; none if there is no tag. */
export async function readId3(file: TaggedFile, range: Range): Promise<Element[]> {
  const tag = await readTag(file, range)
  if (!tag) return []
  const found: Element[] = []
  const dates = new Map<string, string>()
  for await (const frame of framesOf(file, tag)) {
    file.countElement()
    const isDate = fieldOfFrame[frame.name] === 'date'
    if (tag.version < 4 && isDate && frame.length <= maxDateLength)
      dates.set(frame.name, textOf(await readBuffer(file, frame.content)))
    else if (tag.version === 4 || !(frame.flags & unusualFlags))
      found.push(await toElement(file, frame, tag))
  }
  const date = joinDate(dates)
  if (date) found.push(textElement('TDRC', date))
  return found.filter(({ parts }) => parts.length > 0)
}

export const textElement = (name: string, text: string): Element =>
  element([toPart(textFrame(name, text))], fieldOfFrame[name])

/** Also that of an element with a frame: the name comes first. */
export const nameOfFrame = ({ parts: [head] }: Element): string =>
  typeof head === 'string' ? Buffer.from(head.slice(0, 8), 'base64').toString('latin1', 0, 4) : ''

async function readTag(file: TaggedFile, { start, end }: Range): Promise<Tag | undefined> {
  if (start + headerLength > end) return undefined
  const head = await readBuffer(file, { start, end: start + headerLength })
  const [version = 0, , flags = 0] = head.subarray(3)
  if (head.toString('latin1', 0, 3) !== 'ID3' || version < 2 || version > 4) return undefined
  const content = {
    start: start + headerLength,
    end: Math.min(end, start + headerLength + readSyncSafe(head, 6)),
  }
  if (version > 2 && flags & flag.extended && content.start + 4 <= content.end) {
    const length = await readBuffer(file, { start: content.start, end: content.start + 4 })
    content.start += version === 4 ? readSyncSafe(length, 0) : 4 + length.readUInt32BE()
  }
  return { version, flags, content }
}

const readSyncSafe = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0)

/** Up to the padding, or to what is no frame. */
async function* framesOf(file: TaggedFile, tag: Tag): AsyncGenerator<Frame> {
  const nameLength = tag.version === 2 ? 3 : 4
  const isUnsynchronized = tag.version < 4 && (tag.flags & flag.unsynchronized) !== 0
  const frameHeaderLength = tag.version === 2 ? 6 : 10
  let at = tag.content.start
  while (at + frameHeaderLength <= tag.content.end) {
    const start = at + frameHeaderLength
    const head = await readBuffer(file, { start: at, end: start })
    const name = head.toString('latin1', 0, nameLength)
    if (!/^[A-Z0-9]+$/.test(name)) return
    const length = await frameLength(file, tag, head, start)
    const end = isUnsynchronized ? await storedEnd(file, start, length) : start + length
    if (end > tag.content.end) return
    const flags = tag.version === 2 ? 0 : (head[9] ?? 0)
    yield { name: frameNames[name] ?? name, flags, length, content: { start, end } }
    at = end
  }
}

/** Old versions of iTunes wrote lengths of 2.4 as those of 2.3: what follows the frame decides. */
async function frameLength(file: TaggedFile, { version, content }: Tag, head: Buffer, at: number) {
  if (version === 2) return head.readUIntBE(3, 3)
  const plain = head.readUInt32BE(4)
  const safe = readSyncSafe(head, 4)
  if (version === 3 || plain === safe) return plain
  const isFrame = async (start: number) =>
    start === content.end ||
    (start + 4 <= content.end &&
      /^([A-Z0-9]{4}|\0{4})$/.test(
        (await readBuffer(file, { start, end: start + 4 })).toString('latin1'),
      ))
  return !(await isFrame(at + safe)) && (await isFrame(at + plain)) ? plain : safe
}

const maxUnsynchronizedBytes = 16 * 1024 * 1024

/** Where content of this length ends, if zeros are inserted after 0xFF. */
async function storedEnd(file: TaggedFile, start: number, length: number): Promise<number> {
  if (length > maxUnsynchronizedBytes) throw new Error('A frame is too long.')
  const bytes = await readBuffer(file, { start, end: Math.min(file.size, start + 2 * length + 1) })
  let at = 0
  for (let left = length; left > 0; left--) {
    const isInserted = bytes[at] === 0xff && bytes[at + 1] === 0
    at += isInserted ? 2 : 1
  }
  return start + at
}

async function toElement(file: TaggedFile, frame: Frame, tag: Tag): Promise<Element> {
  const { content, flags } = frame
  if (tag.version === 4) {
    const added = tag.flags & flag.unsynchronized ? frameFlag.unsynchronized : 0
    const head = frameHeader(frame.name, content.end - content.start, flags | added)
    return elementAt(file, content, { head, field: await fieldOf(file, frame.name, content) })
  }
  if (frame.name === 'PIC') return pictureOf2(file, frame)
  const { name } = frame
  // Of 2.2, only frames that exist in 2.4.
  if (name.length < 4) return element([])
  const field = await fieldOf(file, name, content)
  const stored = content.end - content.start
  if (stored === frame.length)
    return elementAt(file, content, { head: frameHeader(name, stored), field })
  const bits = frameFlag.unsynchronized | frameFlag.hasLength
  const head = Buffer.concat([frameHeader(name, stored + 4, bits), syncSafe(frame.length)])
  return elementAt(file, content, { head, field })
}

const maxTypeLength = 64

async function fieldOf(file: TaggedFile, name: string, content: Range) {
  if (name !== 'APIC') return fieldOfFrame[name]
  const end = Math.min(content.end, content.start + maxTypeLength)
  const head = await readBuffer(file, { start: content.start, end })
  // Encoding, media type, and then the type of the picture.
  const type = head[head.indexOf(0, 1) + 1] ?? 0
  return pictureField(type)
}

const pictureHeadLength = 5

/** It has the format as three letters, where later versions have a media type. */
async function pictureOf2(file: TaggedFile, { content, length }: Frame): Promise<Element> {
  const start = content.start + pictureHeadLength - 1
  if (content.end - content.start !== length || length < pictureHeadLength) return element([])
  const head = await readBuffer(file, { start: content.start, end: content.start + 5 })
  const type = head.toString('latin1', 1, 4) === 'PNG' ? 'image/png' : 'image/jpeg'
  const before = Buffer.concat([head.subarray(0, 1), Buffer.from(`${type}\0`)])
  const size = before.length + content.end - start
  const rest = { start, end: content.end }
  const field = pictureField(head[4] ?? 0)
  return elementAt(file, rest, {
    field,
    head: Buffer.concat([frameHeader('APIC', size), before]),
  })
}

/** Of a date, in any encoding: what is no digit is left out, also the zeros of UTF-16. */
const textOf = (content: Buffer): string => content.toString('latin1', 1).replaceAll(/[^\d-]/g, '')

/** The year and, as 'DDMM', the day of 2.3. Never more than the file says. */
function joinDate(dates: Map<string, string>): string | undefined {
  const full = dates.get('TDRC')
  if (full && /^\d{4}(-\d\d){0,2}$/.test(full)) return full
  const year = dates.get('TYER')
  if (!year || !/^\d{4}$/.test(year)) return undefined
  const [, day, month] = /^(\d\d)(\d\d)$/.exec(dates.get('TDAT') ?? '') ?? []
  return day && month ? `${year}-${month}-${day}` : year
}
