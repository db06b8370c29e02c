import { genreName } from '#web/lib/format.ts'

/** The genre as it is shown; a track without one is simply music. */
export function genreLabel({ genre }: { genre: string | null }): string {
  return genre ? genreName(genre) : 'Music'
}
