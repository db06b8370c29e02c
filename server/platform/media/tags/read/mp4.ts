import { boxesIn, find, isComplete, topLevelBoxes } from '../../decode/mp4-index.ts'
import { type Element, type Field, type LayoutOf, maxMovieBytes, type Range } from '../layout.ts'
import { elementAt, elementsAt, readBuffer, type TaggedFile } from './elements.ts'

const fieldOfItem: Partial<Record<string, Field>> = {
  '©nam': 'title',
  '©ART': 'artist',
  '©alb': 'album',
  aART: 'albumArtist',
  '©day': 'date',
  trkn: 'track',
  disk: 'disc',
  covr: 'cover',
}

/** The metadata of iTunes is in `moov/udta/meta/ilst`. Its other items stay: one says where the sound starts. */
export async function readMp4(file: TaggedFile): Promise<LayoutOf<'m4a'>> {
  const boxes = await topLevelBoxes(file)
  const [movie, ...others] = boxes.filter(({ type }) => type === 'moov')
  if (!movie || others.length > 0 || !isComplete(file, boxes))
    throw new Error('The file does not have one index.')
  // Fragments come after the index that they belong to.
  if (boxes.some(({ type }) => type === 'moof')) throw new Error('The file has fragments.')
  for (const _ of boxes) file.countElement()
  if (movie.end - movie.start > maxMovieBytes) throw new Error('The index is too long.')
  const bytes = await readBuffer(file, movie)
  const content = { start: movie.start + headerLengthOf(bytes), end: movie.end }
  const children = await childrenOf(file, content)
  if (children.at(-1)?.end !== movie.end) throw new Error('The index is malformed.')
  const userData = await childrenOf(file, contentOf(children, 'udta'))
  const rest = (list: Child[], except: string) => list.filter(({ type }) => type !== except)
  const isLast = movie.end === file.size
  return {
    format: 'm4a',
    before: { start: 0, end: movie.start },
    gap: isLast ? 0 : movie.end - movie.start,
    after: { start: movie.end, end: file.size },
    movie: await elementsAt(file, rest(children, 'udta').map(wholeOf)),
    userData: await elementsAt(file, rest(userData, 'meta').map(wholeOf)),
    items: await readItems(file, contentOf(userData, 'meta')),
  }
}

type Child = Range & { type: string; content: Buffer }

const headerLengthOf = (box: Buffer) => (box.readUInt32BE(0) === 1 ? 16 : 8)
const wholeOf = ({ start, end }: Range): Range => ({ start, end })

/** The boxes in a part of the file. Throws if there are too many in all parts together. */
async function childrenOf(file: TaggedFile, range: Range | undefined): Promise<Child[]> {
  if (!range) return []
  let at = range.start
  const bytes = await readBuffer(file, range)
  return boxesIn(bytes).map(({ type, content, length }) => {
    file.countElement()
    const start = at
    at += length
    return { type, content, start, end: at }
  })
}

/** Where the content of a child is in the file. */
function contentOf(children: Child[], name: string): Range | undefined {
  const child = children.find(({ type }) => type === name)
  return child && { start: child.end - child.content.length, end: child.end }
}

async function readItems(file: TaggedFile, metadata: Range | undefined): Promise<Element[]> {
  if (!metadata || metadata.end - metadata.start < 8) return []
  const head = await readBuffer(file, { start: metadata.start, end: metadata.start + 8 })
  // That of QuickTime has no version.
  const versionLength = head.toString('latin1', 4, 8) === 'hdlr' ? 0 : 4
  const inside = { start: metadata.start + versionLength, end: metadata.end }
  const list = contentOf(await childrenOf(file, inside), 'ilst')
  const items = await childrenOf(file, list)
  return Promise.all(items.map((item) => elementAt(file, wholeOf(item), { field: fieldOf(item) })))
}

const fieldOf = ({ type, content }: Child): Field | undefined =>
  type === '----' ? freeFormField(content) : fieldOfItem[type]

/** An item has few boxes: only the start of a long one is searched. */
function freeFormField(content: Buffer): Field | undefined {
  const name = find(content.subarray(0, 200), 'name')?.toString('utf8', 4).toUpperCase()
  return name === 'ISRC' ? 'isrc' : undefined
}
