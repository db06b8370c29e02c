/** What the header of a rendition says: a fragmented MP4 with an edit list and a segment index (`sidx`). */
export type RenditionIndex = {
  /** Seconds of sound, without the encoder's priming and padding. */
  duration: number
  /** Bytes before the first fragment. */
  headerBytes: number
  bytes: number
  fragments: readonly Fragment[]
}
type Fragment = { start: number; from: number }

/** Null if the bytes are not the start of a rendition, or too few. */
export function parseRenditionIndex(file: Uint8Array): RenditionIndex | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const moov = findBox(view, 'moov', 0, view.byteLength)
  const sidx = findBox(view, 'sidx', 0, view.byteLength)
  const movie = moov && findBox(view, 'mvhd', moov.content, moov.end)
  const edit = moov && findPath(view, ['trak', 'edts', 'elst'], moov)
  if (!sidx || !movie || !edit) return null
  // Version 0 of mvhd, elst and sidx: times of 32 bits.
  const timescale = view.getUint32(movie.content + 12)
  const frames = view.getUint32(edit.content + 8)
  return { duration: frames / timescale, headerBytes: sidx.end, ...readFragments(view, sidx) }
}

function readFragments(view: DataView, sidx: Box) {
  const timescale = view.getUint32(sidx.content + 8)
  const count = view.getUint16(sidx.content + 22)
  const fragments: Fragment[] = []
  let from = sidx.end + view.getUint32(sidx.content + 16)
  let start = 0
  for (let i = 0; i < count; i++) {
    const entry = sidx.content + 24 + 12 * i
    fragments.push({ start: start / timescale, from })
    from += view.getUint32(entry) & 0x7fffffff
    start += view.getUint32(entry + 4)
  }
  return { fragments, bytes: from }
}

type Box = { content: number; end: number }

function findPath(view: DataView, path: string[], parent: Box): Box | undefined {
  let box: Box | undefined = parent
  for (const type of path) box = box && findBox(view, type, box.content, box.end)
  return box
}

/** The first whole box of this type. */
function findBox(view: DataView, type: string, from: number, end: number): Box | undefined {
  for (let at = from; at + 8 <= end; ) {
    const size = view.getUint32(at)
    if (size < 8 || at + size > end) return undefined
    const name = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
    if (name === type) return { content: at + 8, end: at + size }
    at += size
  }
  return undefined
}
