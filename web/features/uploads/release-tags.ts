import { isPartialDate } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { ReleaseType } from '#contract/playlist-types.ts'
import { textWithin } from './suggestions.ts'

/** What the tags of audio files say about the release that they are from. */

export type ReleaseTags = {
  album?: string | undefined
  albumArtist?: string | undefined
  artist?: string | undefined
  label?: string | undefined
  releaseDate?: string | undefined
  disc?: number | undefined
  number?: number | undefined
  /** In seconds. */
  duration?: number | undefined
}

type EmbeddedTags = {
  album?: string | undefined
  albumartist?: string | undefined
  artist?: string | undefined
  label?: string[] | undefined
  date?: string | undefined
  year?: number | undefined
  disk?: { no: number | null } | undefined
  track?: { no: number | null } | undefined
}

export function releaseTagsFrom(tags: EmbeddedTags, duration: number | undefined): ReleaseTags {
  return {
    album: textWithin(limits.maxTitleLength, tags.album),
    albumArtist: textWithin(limits.maxShortTextLength, tags.albumartist),
    artist: textWithin(limits.maxShortTextLength, tags.artist),
    label: textWithin(limits.maxShortTextLength, tags.label?.[0]),
    releaseDate: dateIn(tags.date) ?? dateIn(tags.year?.toString()),
    disc: tags.disk?.no ?? undefined,
    number: tags.track?.no ?? undefined,
    duration,
  }
}

/** Many files have only the year, some as `2019-00-00`. */
function dateIn(text: string | undefined): string | undefined {
  const [date] = /^[1-9]\d{3}(-\d\d){0,2}/.exec(text?.trim() ?? '') ?? []
  const known = date?.replace(/(-00)+$/, '')
  return known && isPartialDate(known) ? known : undefined
}

/** By disc and track number. Those without a number keep their order, after the others of their disc. */
export function sortByNumber<Item extends { release?: ReleaseTags | undefined }>(
  items: readonly Item[],
): Item[] {
  const disc = ({ release }: Item) => release?.disc ?? 1
  const number = ({ release }: Item) => release?.number ?? Number.MAX_SAFE_INTEGER
  return items.toSorted((a, b) => disc(a) - disc(b) || number(a) - number(b))
}

/** One to three tracks are a single; up to six, or less than half an hour, are an EP. */
export function releaseType(durations: readonly (number | undefined)[]): ReleaseType {
  if (durations.length <= 3) return 'single'
  const seconds = durations.every((duration) => duration !== undefined)
    ? durations.reduce((sum, duration) => sum + duration, 0)
    : Number.POSITIVE_INFINITY
  return durations.length <= 6 || seconds < 30 * 60 ? 'ep' : 'album'
}

export type SuggestedRelease = {
  title: string
  artist: string
  label: string
  releaseDate: string
}

/** The files that count: one that failed may be no audio at all. */
export const countedRows = <Row extends { status?: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ status }) => status !== 'failed')

/**
 * The release that most of the tagged files are from; null if there is none. `isOfMost` if most of all files are from
 * it, so that they can be taken for it unasked.
 */
export function suggestRelease(
  rows: readonly { release?: ReleaseTags | undefined }[],
): { fields: SuggestedRelease; isOfMost: boolean } | null {
  const tagged = rows.flatMap(({ release }) => (release?.album ? [release] : []))
  const title = majority(tagged.map(({ album }) => album))
  if (!title) return null
  const tags = tagged.filter(({ album }) => album === title)
  const mostOf = (name: 'albumArtist' | 'artist' | 'label' | 'releaseDate') =>
    majority(tags.flatMap((tag) => tag[name] ?? []))
  return {
    fields: {
      title,
      artist: mostOf('albumArtist') ?? mostOf('artist') ?? '',
      label: mostOf('label') ?? '',
      releaseDate: mostOf('releaseDate') ?? tags.find((tag) => tag.releaseDate)?.releaseDate ?? '',
    },
    isOfMost: tags.length * 2 > rows.length,
  }
}

/** The value that more than half of them are. */
function majority<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].find(([, count]) => count * 2 > values.length)?.[0]
}
