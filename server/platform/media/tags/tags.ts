/** What a downloaded file says about itself. Undefined and null: the file does not say it. */
export type Tags = {
  title: string
  artist: string
  album?: string | undefined
  albumArtist?: string | undefined
  /** From 1. */
  track?: { number: number; total: number } | undefined
  disc?: { number: number; total: number } | undefined
  /** A year, or a date such as 2026-12-04. */
  date?: string | undefined
  isrc?: string | undefined
  /** The same image in several sizes, largest first: not every container has space for the largest. */
  covers: readonly Cover[]
}

/** A JPEG. */
export type Cover = { bytes: Buffer; width: number; height: number }

export const coverType = 'image/jpeg'

/** New bytes, or those of the original from `start` up to, not including, `end`. */
export type Segment = Buffer | { start: number; end: number }

export const numbered = ({ number, total }: { number: number; total: number }) =>
  `${number}/${total}`

export const totalSize = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segmentSize(segment), 0)

export const segmentSize = (segment: Segment): number =>
  Buffer.isBuffer(segment) ? segment.length : segment.end - segment.start
