import { audioBounds } from '../../decode/without-tags.ts'
import { id3Frame } from '../id3-frame.ts'
import type { Element, LayoutOf } from '../layout.ts'
import { element, readBuffer, type TaggedFile, toPart } from './elements.ts'
import { nameOfFrame, readId3, textElement } from './id3.ts'

/**
 * There is one tag, before the audio. What ID3v1 or APE at the end say, and the first tag does not, becomes a part
 * of it.
 */
export async function readMp3(file: TaggedFile): Promise<LayoutOf<'mp3'>> {
  const audio = await audioBounds(file)
  const frames = await readId3(file, { start: 0, end: audio.start })
  const known = new Set(frames.map(nameOfFrame))
  for (const found of [...(await readApe(file)), ...(await readId3v1(file))]) {
    const name = nameOfFrame(found)
    if (known.has(name) && name !== 'TXXX') continue
    frames.push(found)
    known.add(name)
  }
  return { format: 'mp3', frames, audio }
}

const id3v1Length = 128
/** No genre. */
const unknownGenre = 255

async function readId3v1(file: TaggedFile): Promise<Element[]> {
  const bytes = await lastBytes(file, file.size, id3v1Length)
  if (bytes?.toString('latin1', 0, 3) !== 'TAG') return []
  const text = (start: number, length: number) =>
    (bytes.toString('latin1', start, start + length).split('\0')[0] ?? '').trim()
  const year = text(93, 4)
  const comment = text(97, 28)
  const number = bytes[125] === 0 ? (bytes[126] ?? 0) : 0
  const genre = bytes[127] ?? unknownGenre
  const texts: [string, string][] = [
    ['TALB', text(63, 30)],
    ['TDRC', /^\d{4}$/.test(year) ? year : ''],
    ['TRCK', number > 0 ? String(number) : ''],
    ['TCON', genre === unknownGenre ? '' : String(genre)],
  ]
  return [
    ...texts.flatMap(([name, value]) => (value ? [textElement(name, value)] : [])),
    ...(comment ? [commentElement(comment)] : []),
  ]
}

/** In UTF-8, in no known language, without a description. */
const commentElement = (text: string) =>
  element([toPart(id3Frame('COMM', [Buffer.from('\x03XXX\0'), Buffer.from(text)]))])

const apeFooterLength = 32
const maxApeBytes = 1024 * 1024
const maxApeText = 1000
const frameOfKey: Partial<Record<string, string>> = {
  album: 'TALB',
  'album artist': 'TPE2',
  track: 'TRCK',
  disc: 'TPOS',
  year: 'TDRC',
  isrc: 'TSRC',
  genre: 'TCON',
  composer: 'TCOM',
  publisher: 'TPUB',
  copyright: 'TCOP',
}

/** Short texts of an APE tag, such as those of ReplayGain. */
async function readApe(file: TaggedFile): Promise<Element[]> {
  const id3v1 = await lastBytes(file, file.size, id3v1Length)
  const end = id3v1?.toString('latin1', 0, 3) === 'TAG' ? file.size - id3v1Length : file.size
  const footer = await lastBytes(file, end, apeFooterLength)
  if (footer?.toString('latin1', 0, 8) !== 'APETAGEX') return []
  const length = footer.readUInt32LE(12)
  if (length < apeFooterLength || length > Math.min(end, maxApeBytes)) return []
  const items = await readBuffer(file, { start: end - length, end: end - apeFooterLength })
  const found: Element[] = []
  for (let at = 0; at + 9 < items.length; ) {
    file.countElement()
    const size = items.readUInt32LE(at)
    const isText = ((items[at + 4] ?? 0) & 0x06) === 0
    const keyEnd = items.indexOf(0, at + 8)
    if (keyEnd === -1 || keyEnd + 1 + size > items.length) break
    const key = items.toString('latin1', at + 8, keyEnd)
    at = keyEnd + 1 + size
    if (isText && size > 0 && size <= maxApeText)
      found.push(...toElements(key, items.toString('utf8', keyEnd + 1, at)))
  }
  return found
}

function toElements(key: string, value: string): Element[] {
  const name = frameOfKey[key.toLowerCase()]
  if (/^(title|artist)$/i.test(key)) return []
  if (/^comment$/i.test(key)) return [commentElement(value)]
  if (name) return [textElement(name, value)]
  const content = [Buffer.from(`\x03${key}\0`), Buffer.from(value)]
  return [element([toPart(id3Frame('TXXX', content))])]
}

async function lastBytes(file: TaggedFile, end: number, length: number) {
  return end < length ? undefined : readBuffer(file, { start: end - length, end })
}
