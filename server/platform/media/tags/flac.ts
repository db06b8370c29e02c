import { type AudioFile, toBuffer } from '../audio-file.ts'
import { id3Length } from '../decode/without-tags.ts'
import type { Segment, Tags } from './tags.ts'
import { pictureBlock, vorbisComment } from './vorbis-comment.ts'

const blockTypes = { padding: 1, vorbisComment: 4, picture: 6 }
const lastBlock = 0x80
const headerLength = 4
const maxBlocks = 1000
/** Comments; the other blocks are not read. */
const maxCommentBytes = 1024 * 1024

/** The comments and pictures are replaced (RFC 9639, 8); the other blocks stay, and so do all frames. */
export async function writeFlacTags(file: AudioFile, tags: Tags): Promise<Segment[]> {
  // Some programs put an ID3 tag before it. It would say something else.
  const start = await id3Length(file)
  const { blocks, end } = await readBlocks(file, start)
  const comments = blocks.find(({ type }) => type === blockTypes.vorbisComment)
  if (comments && comments.end - comments.start > maxCommentBytes)
    throw new Error('The comments are too long.')
  const old = comments && toBuffer(await file.read(comments.start, comments.end))
  const [cover] = tags.covers
  const added = [
    { type: blockTypes.vorbisComment, content: vorbisComment(old, tags) },
    ...(cover ? [{ type: blockTypes.picture, content: pictureBlock(cover) }] : []),
  ]
  const kept = blocks.filter(({ type }) => !Object.values(blockTypes).includes(type))
  return [
    Buffer.from('fLaC'),
    ...kept.flatMap(({ type, ...range }) => [blockHeader(type, range.end - range.start), range]),
    ...added.flatMap(({ type, content }, index) => [
      blockHeader(index === added.length - 1 ? type | lastBlock : type, content.length),
      content,
    ]),
    { start: end, end: file.size },
  ]
}

type Block = { type: number; start: number; end: number }

async function readBlocks(
  file: AudioFile,
  start: number,
): Promise<{ blocks: Block[]; end: number }> {
  const blocks: Block[] = []
  let at = start + 4
  if (at > file.size || toBuffer(await file.read(start, at)).toString('latin1') !== 'fLaC')
    throw new Error('The file is not a FLAC.')
  for (let isLast = false; !isLast; ) {
    if (at + headerLength > file.size || blocks.length === maxBlocks)
      throw new Error('The blocks of metadata do not end.')
    const header = toBuffer(await file.read(at, at + headerLength))
    const [first = 0] = header
    isLast = (first & lastBlock) !== 0
    const content = at + headerLength
    at = content + header.readUIntBE(1, 3)
    blocks.push({ type: first & ~lastBlock, start: content, end: at })
  }
  if (at > file.size) throw new Error('The blocks of metadata are truncated.')
  return { blocks, end: at }
}

function blockHeader(type: number, length: number): Buffer {
  const header = Buffer.alloc(headerLength)
  header[0] = type
  // Throws a RangeError for a picture of more than 16 MiB.
  header.writeUIntBE(length, 1, 3)
  return header
}
