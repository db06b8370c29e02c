import { genreLabel } from '#web/lib/format.ts'

/** The genre as it is shown; a track without one is simply music. */
export function trackGenreLabel({ genre }: { genre: string | null }): string {
  return genre ? genreLabel(genre) : 'Music'
}
