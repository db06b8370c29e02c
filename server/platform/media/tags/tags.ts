import { type Element, type Field, fields, type Part, type Range } from './layout.ts'

/** What a downloaded file says about itself. Undefined: it says what the uploaded one said. */
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

/** New bytes, those of the original from `start` up to, not including, `end`, or as many zeros. */
export type Segment = Buffer | Range | { zeros: number }

export const numbered = ({ number, total }: { number: number; total: number }) =>
  `${number}/${total}`

export const totalSize = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segmentSize(segment), 0)

export function segmentSize(segment: Segment): number {
  if (Buffer.isBuffer(segment)) return segment.length
  return 'zeros' in segment ? segment.zeros : segment.end - segment.start
}

export const toSegments = (parts: readonly Part[]): Segment[] =>
  parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'base64') : part))

/** What the file says and the site does not. */
export const elementsToKeep = (elements: readonly Element[], known: ReadonlySet<Field>) =>
  elements.filter(({ field }) => field === undefined || !known.has(field))

export const keptSegments = (elements: readonly Element[], known: ReadonlySet<Field>): Segment[] =>
  elementsToKeep(elements, known).flatMap(({ parts }) => toSegments(parts))

/** The fields that are written, so that what the file says about them is left out. */
export function knownFields(tags: Tags): Set<Field> {
  const known = new Set(fields.filter((field) => field !== 'cover' && tags[field] !== undefined))
  if (tags.covers.length > 0) known.add('cover')
  // The site counts the tracks of all discs together.
  if (tags.track) known.add('disc')
  return known
}
