import type { TagLayout } from './layout.ts'
import { type Segment, segmentSize, type Tags } from './tags.ts'
import { flacSegments } from './write/flac.ts'
import { id3Tag } from './write/id3.ts'
import { mp4Segments } from './write/mp4.ts'
import { oggSegments, type ReadRange } from './write/ogg.ts'
import { wavSegments } from './write/wav.ts'

/**
 * The file with these tags, as a list of segments: new bytes, and ranges of the original, which include everything that
 * a decoder needs. Nothing is parsed: the layout says where the parts of the file are. `read` is for the short ranges
 * of an Ogg file that its checksums include.
 */
export async function writeTags(
  layout: TagLayout,
  { size, read }: { size: number; read: ReadRange },
  tags: Tags,
): Promise<Segment[]> {
  const segments = await segmentsFor(layout, tags, read)
  return joinBuffers(segments ?? [{ start: 0, end: size }])
}

/** Undefined if the file stays as it is. */
async function segmentsFor(layout: TagLayout, tags: Tags, read: ReadRange) {
  try {
    if (layout.format === 'mp3') return [...id3Tag(tags, layout.frames), layout.audio]
    if (layout.format === 'flac') return flacSegments(layout, tags)
    if (layout.format === 'm4a') return mp4Segments(layout, tags)
    if (layout.format === 'wav') return wavSegments(layout, tags)
    if (layout.format === 'ogg') return await oggSegments(layout, tags, read)
  } catch (error) {
    // The new length does not fit into its field.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** Without empty segments, and with neighboring bytes in one. */
function joinBuffers(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  let pending: Buffer[] = []
  const flush = () => {
    if (pending.length > 0) joined.push(Buffer.concat(pending))
    pending = []
  }
  for (const segment of segments) {
    if (segmentSize(segment) === 0) continue
    if (Buffer.isBuffer(segment)) pending.push(segment)
    else {
      flush()
      joined.push(segment)
    }
  }
  flush()
  return joined
}
