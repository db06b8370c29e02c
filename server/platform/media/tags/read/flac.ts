import { id3Length } from '../../decode/without-tags.ts'
import type { Element, LayoutOf, Range } from '../layout.ts'
import { blockHeader } from '../write/flac.ts'
import { elementAt, readBuffer, type TaggedFile } from './elements.ts'
import { pictureField, readVorbisComment } from './vorbis-comment.ts'

const blockTypes = { padding: 1, vorbisComment: 4, picture: 6 }
const lastBlock = 0x80
const headerLength = 4

/** All blocks of metadata (RFC 9639, 8) stay, without the padding. */
export async function readFlac(file: TaggedFile): Promise<LayoutOf<'flac'>> {
  // Some programs put an ID3 tag before it. It would say something else.
  const start = await id3Length(file)
  const { blocks, end } = await readBlocks(file, start)
  const kept: Element[] = []
  let comments: Pick<LayoutOf<'flac'>, 'vendor' | 'comments'> = { vendor: '', comments: [] }
  for (const { type, ...range } of blocks) {
    if (type === blockTypes.padding) continue
    if (type === blockTypes.vorbisComment) comments = await readComments(file, range)
    else kept.push(await readBlock(file, type, range))
  }
  return { format: 'flac', blocks: kept, ...comments, audio: { start: end, end: file.size } }
}

type Block = { type: number; start: number; end: number }

async function readBlocks(
  file: TaggedFile,
  start: number,
): Promise<{ blocks: Block[]; end: number }> {
  const blocks: Block[] = []
  let at = start + 4
  if ((await readBuffer(file, { start, end: at })).toString('latin1') !== 'fLaC')
    throw new Error('The file is not a FLAC.')
  for (let isLast = false; !isLast; ) {
    file.countElement()
    const content = at + headerLength
    const header = await readBuffer(file, { start: at, end: content })
    const [first = 0] = header
    isLast = (first & lastBlock) !== 0
    at = content + header.readUIntBE(1, 3)
    blocks.push({ type: first & ~lastBlock, start: content, end: at })
  }
  return { blocks, end: at }
}

async function readComments(file: TaggedFile, range: Range) {
  const locate = (from: number, to: number) => [
    { start: range.start + from, end: range.start + to },
  ]
  return readVorbisComment(await readBuffer(file, range), file, locate)
}

async function readBlock(file: TaggedFile, type: number, range: Range): Promise<Element> {
  const head = blockHeader(type, range.end - range.start)
  if (type !== blockTypes.picture) return elementAt(file, range, { head })
  const picture = await readBuffer(file, { start: range.start, end: range.start + 4 })
  return elementAt(file, range, { head, field: pictureField(picture.readUInt32BE()) })
}
