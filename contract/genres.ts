export const genres = [
  'electronic',
  'hip-hop',
  'rap',
  'rock',
  'pop',
  'jazz',
  'blues',
  'classical',
  'country',
  'folk',
  'r&b',
  'soul',
  'funk',
  'disco',
  'ambient',
  'techno',
  'house',
  'trance',
  'dubstep',
  'drum-and-bass',
  'reggae',
  'punk',
  'metal',
  'indie',
  'alternative',
  'experimental',
  'lo-fi',
  'chillhop',
  'trap',
  'other',
] as const

export type Genre = (typeof genres)[number]

/** `lo-fi` is "Lo-fi", `r&b` is "R&B". */
export function genreLabel(genre: string): string {
  return genre.replace(/^\w|&\w/g, (letter) => letter.toUpperCase())
}

/** How the tracks of a genre or section can be sorted. */
export const trackOrders = ['plays', 'recent', 'likes'] as const
export type TrackOrder = (typeof trackOrders)[number]
