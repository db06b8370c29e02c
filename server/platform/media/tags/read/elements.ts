import { type AudioFile, toBuffer } from '../../audio-file.ts'
import { type Element, type Field, maxElements, type Part, type Range } from '../layout.ts'

/** A file whose elements of metadata are counted, all kinds together: `countElement` throws beyond the limit. */
export type TaggedFile = AudioFile & { countElement(): void }

export function withElementLimit(file: AudioFile): TaggedFile {
  let count = 0
  return {
    ...file,
    countElement() {
      count++
      if (count > maxElements) throw new Error('The file has too many elements of metadata.')
    },
  }
}

export async function readBuffer({ size, read }: AudioFile, { start, end }: Range) {
  if (start > end || end > size) throw new Error('The metadata is truncated.')
  return toBuffer(await read(start, end))
}

/** Longer content stays in the file. */
const maxInlineBytes = 1024

export const toPart = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** New bytes, and those of the file that follow them. */
export async function elementAt(
  file: AudioFile,
  range: Range,
  { field, head = Buffer.alloc(0) }: { field?: Field | undefined; head?: Buffer } = {},
): Promise<Element> {
  if (range.end - range.start <= maxInlineBytes)
    return element([toPart(Buffer.concat([head, await readBuffer(file, range)]))], field)
  if (range.end > file.size) throw new Error('The metadata is truncated.')
  return element(head.length > 0 ? [toPart(head), range] : [range], field)
}

export const element = (parts: Part[], field?: Field): Element =>
  field === undefined ? { parts } : { field, parts }

/** One element for ranges that follow each other. */
export async function elementsAt(file: AudioFile, ranges: readonly Range[]): Promise<Element[]> {
  const joined: Range[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last?.end === range.start) last.end = range.end
    else joined.push({ ...range })
  }
  return Promise.all(joined.map((range) => elementAt(file, range)))
}
