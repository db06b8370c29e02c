import { isVisible, toSingleLine } from '#contract/fields.ts'
import { type Genre, genres } from '#contract/genres.ts'
import { limits } from '#contract/limits.ts'

/** Form values suggested by the tags of an audio file. */

export type EmbeddedTags = {
  title?: string | undefined
  artist?: string | undefined
  label?: string[] | undefined
  genre?: string[] | undefined
}
export type Suggestions = { title?: string; artist?: string; studio?: string; genre?: Genre }
export type SuggestedField = keyof Suggestions

export function suggestionsFrom({ title, artist, label, genre }: EmbeddedTags): Suggestions {
  const found = {
    title: textWithin(limits.maxTitleLength, title),
    artist: textWithin(limits.maxShortTextLength, artist),
    studio: textWithin(limits.maxShortTextLength, label?.[0]),
    genre: genre?.map(parseGenre).find((value) => value !== undefined),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Undefined if the tag is too long for the field, or nothing of it can be seen. */
export function textWithin(maxLength: number, tag = ''): string | undefined {
  const text = toSingleLine(tag.replaceAll('\0', '')).trim().normalize('NFC')
  return isVisible(text) && text.length <= maxLength ? text : undefined
}

const aliases: Record<string, Genre> = {
  hiphop: 'hip-hop',
  hiphoprap: 'hip-hop',
  rnb: 'r&b',
  randb: 'r&b',
  rhythmandblues: 'r&b',
  rbsoul: 'r&b',
  dnb: 'drum-and-bass',
  dandb: 'drum-and-bass',
  electronica: 'electronic',
  rocknroll: 'rock',
  alternativerock: 'alternative',
  indierock: 'indie',
  folkmusic: 'folk',
  lofihiphop: 'lo-fi',
}
const normalize = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
const genreByName = new Map<string, Genre>([
  ...Object.entries(aliases),
  ...genres.map((genre) => [normalize(genre), genre] as const),
])

/** One of our genres, in any spelling: `Hip Hop`, `Drum & Bass`. */
export function parseGenre(name: string): Genre | undefined {
  return genreByName.get(normalize(name))
}
