import type { Element, Field, LayoutOf, Range } from '../layout.ts'
import { element, elementAt, elementsAt, readBuffer, type TaggedFile, toPart } from './elements.ts'
import { readId3 } from './id3.ts'

const fieldOfText: Partial<Record<string, Field>> = {
  INAM: 'title',
  IART: 'artist',
  IPRD: 'album',
  IPRT: 'track',
  ITRK: 'track',
  ICRD: 'date',
}
const headerLength = 8

type Chunk = Range & { name: string; content: Range }

/** All chunks stay in their order; texts (INFO) and ID3 frames are merged with the new ones. */
export async function readWav(file: TaggedFile): Promise<LayoutOf<'wav'>> {
  const head = await readBuffer(file, { start: 0, end: 12 })
  if (!/^RIFF.{4}WAVE$/s.test(head.toString('latin1'))) throw new Error('Not a RIFF file.')
  const chunks = await readChunks(file, { start: 12, end: file.size })
  const others: Range[] = []
  const info: Element[] = []
  const frames: Element[] = []
  for (const chunk of chunks) {
    const { start, end, content } = chunk
    if (/^id3 $/i.test(chunk.name)) frames.push(...(await readId3(file, content)))
    else if (await isInfo(file, chunk)) info.push(...(await readInfo(file, content)))
    else others.push({ start, end })
  }
  const kept = await elementsAt(file, others)
  // Many programs leave out the padding of the last chunk.
  if (others.at(-1)?.end === file.size && file.size % 2 === 1)
    kept.push(element([toPart(Buffer.alloc(1))]))
  return { format: 'wav', chunks: kept, info, frames }
}

async function readChunks(file: TaggedFile, { start, end }: Range): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  let at = start
  while (at + headerLength <= end) {
    file.countElement()
    const head = await readBuffer(file, { start: at, end: at + headerLength })
    const content = { start: at + headerLength, end: at + headerLength + head.readUInt32LE(4) }
    if (content.end > end) throw new Error('A chunk is truncated.')
    const next = Math.min(end, content.end + ((content.end - content.start) % 2))
    chunks.push({ name: head.toString('latin1', 0, 4), start: at, end: next, content })
    at = next
  }
  if (at < end) throw new Error('Bytes after the last chunk.')
  return chunks
}

async function isInfo(file: TaggedFile, { name, content: { start, end } }: Chunk) {
  if (name !== 'LIST' || end - start < 4) return false
  return (await readBuffer(file, { start, end: start + 4 })).toString('latin1') === 'INFO'
}

async function readInfo(file: TaggedFile, { start, end }: Range): Promise<Element[]> {
  const texts = await readChunks(file, { start: start + 4, end })
  const padding = (length: number) => (length % 2 ? [toPart(Buffer.alloc(1))] : [])
  return Promise.all(
    texts.map(async ({ name, start: from, content }) => {
      const text = await elementAt(
        file,
        { start: from, end: content.end },
        { field: fieldOfText[name] },
      )
      return { ...text, parts: [...text.parts, ...padding(content.end - content.start)] }
    }),
  )
}
