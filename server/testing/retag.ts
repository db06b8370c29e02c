import type { AudioFormat } from '#server/platform/media/audio-formats.ts'
import { parseLayout } from '#server/platform/media/tags/layout.ts'
import { readLayout } from '#server/platform/media/tags/read-layout.ts'
import type { Segment, Tags } from '#server/platform/media/tags/tags.ts'
import { writeTags } from '#server/platform/media/tags/write-tags.ts'

/** A file with other tags, as a download of it: its layout is read, stored as JSON, and filled. */
export async function retag(format: AudioFormat, file: Buffer, tags: Tags): Promise<Buffer> {
  return joinSegments(file, await segmentsOf(format, file, tags))
}

export async function segmentsOf(format: AudioFormat, file: Buffer, tags: Tags) {
  const read = await readLayout(format, {
    size: file.length,
    read: async (start, end) => file.subarray(start, end),
  })
  const layout = parseLayout(JSON.parse(JSON.stringify(read)), file.length)
  if (!layout) throw new Error('The layout is malformed.')
  const source = {
    size: file.length,
    read: async (range: { start: number; end: number }) => file.subarray(range.start, range.end),
  }
  return writeTags(layout, source, tags)
}

export const joinSegments = (file: Buffer, segments: readonly Segment[]): Buffer =>
  Buffer.concat(
    segments.map((segment) => {
      if (Buffer.isBuffer(segment)) return segment
      return 'zeros' in segment
        ? Buffer.alloc(segment.zeros)
        : file.subarray(segment.start, segment.end)
    }),
  )
