import { z } from 'zod'

/**
 * Where the audio of a file is, and what the file says about itself that stays: all that is needed to write new tags
 * around its audio. It is read once, in the sandbox, and stored with the file, so that a download parses nothing.
 */

/** What the site may know about a file. A field that it knows replaces those elements of the file that say the same. */
export const fields = [
  'title',
  'artist',
  'album',
  'albumArtist',
  'track',
  'disc',
  'date',
  'isrc',
  'cover',
] as const
export type Field = (typeof fields)[number]

/** Elements that are read of one file: more are not metadata but an attack. */
export const maxElements = 10_000
const maxKeptElements = 1000
/** Each is a request to the store. */
const maxRanges = 64
/** The result of a task is one frame of the sandbox. */
const maxLayoutLength = 56 * 1024
/** Headers of an Ogg file are put together in memory. */
export const maxOggHeaderBytes = 1024 * 1024
export const maxOggHeaderPages = 512
/** 12 hours of AAC have 8 MB. */
export const maxMovieBytes = 16 * 1024 * 1024
const boxHeaderLength = 8

const position = z.int().nonnegative()
const range = z.strictObject({ start: position, end: position })
/** Short ones in base64, long ones as a range of the file. */
const parts = z.array(z.union([z.base64(), range])).max(maxRanges)
const elements = z
  .array(z.strictObject({ field: z.enum(fields).optional(), parts }))
  .max(maxKeptElements)

const layouts = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('mp3'), frames: elements, audio: range }),
  z.strictObject({
    format: z.literal('flac'),
    blocks: elements,
    vendor: z.base64(),
    comments: elements,
    audio: range,
  }),
  z.strictObject({
    format: z.literal('ogg'),
    codec: z.enum(['opus', 'vorbis']),
    /** The page before the comments. */
    first: range,
    serial: z.int().min(0).max(0xffffffff),
    /** Of the first page of comments, and how many pages up to the audio. */
    number: z.int().min(0).max(0xffff),
    pages: z.int().min(1).max(maxOggHeaderPages),
    vendor: z.base64(),
    comments: elements,
    /** The packets after the comments. */
    packets: z.array(parts).max(1),
    audio: range,
  }),
  z.strictObject({
    format: z.literal('m4a'),
    before: range,
    /** Of the old index, which becomes free space; 0 if it is at the end. */
    gap: z.union([z.literal(0), z.int().min(boxHeaderLength).max(maxMovieBytes)]),
    after: range,
    movie: elements,
    userData: elements,
    items: elements,
  }),
  z.strictObject({
    format: z.literal('wav'),
    chunks: elements,
    info: elements,
    frames: elements,
  }),
  /** A file that is malformed or unusual, or has no place for tags. */
  z.strictObject({ format: z.literal('unchanged') }),
])

export type TagLayout = z.infer<typeof layouts>
export type LayoutOf<Format extends TagLayout['format']> = Extract<TagLayout, { format: Format }>
export type Element = z.infer<typeof elements>[number]
export type Part = Element['parts'][number]
export type Range = z.infer<typeof range>

/** Undefined if no file of this size can have the layout: it comes from a process that may be compromised. */
export function parseLayout(value: unknown, size: number): TagLayout | undefined {
  const layout = layouts.safeParse(value).data
  if (!layout || JSON.stringify(layout).length > maxLayoutLength) return undefined
  const ranges = rangesIn(layout)
  const areInside = ranges.every(({ start, end }) => start <= end && end <= size)
  const fit =
    layout.format !== 'ogg' ||
    totalLength(rangesIn([layout.comments, layout.packets])) <= maxOggHeaderBytes
  const isPlausible = areInside && fit && totalLength(ranges) <= size && ranges.length <= maxRanges
  return isPlausible ? layout : undefined
}

const totalLength = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0)

/** All ranges of a layout, or of a part of one: nothing else in it has a start. */
function rangesIn(value: unknown): Range[] {
  if (typeof value !== 'object' || value === null) return []
  return 'start' in value ? [value as Range] : Object.values(value).flatMap(rangesIn)
}
