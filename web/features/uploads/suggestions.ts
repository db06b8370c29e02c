import { type Genre, genres } from '#contract/genres.ts'
import { limits } from '#contract/limits.ts'

/** What the tags in an audio file suggest for the form. */

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
    title: textWithin(limits.title, title),
    artist: textWithin(limits.shortText, artist),
    studio: textWithin(limits.shortText, label?.[0]),
    genre: genre?.map(knownGenre).find((known) => known !== undefined),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** A tag that would not fit is no suggestion. */
function textWithin(most: number, tag: string | undefined): string | undefined {
  const text = tag?.replaceAll('\0', '').trim()
  return text && text.length <= most ? text : undefined
}

const otherNames: Record<string, Genre> = {
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
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
const byPlainName = new Map<string, Genre>([
  ...Object.entries(otherNames),
  ...genres.map((genre) => [plain(genre), genre] as const),
])

/** One of ours, however it is spelled: `Hip Hop`, `Drum & Bass`. */
export function knownGenre(name: string): Genre | undefined {
  return byPlainName.get(plain(name))
}
