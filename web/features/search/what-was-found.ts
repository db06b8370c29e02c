import type { SearchResults } from '#contract/search.ts'
import { pluralize } from '#web/lib/format.ts'

export const noResultsMessage = (words: string) => `No results for “${words}”`

/** The results in one line, for those who hear them. */
export function resultSummary({ tracks, users, playlists }: SearchResults, words: string): string {
  const found = [
    [tracks.length, 'track'],
    [users.length, 'artist'],
    [playlists.length, 'playlist'],
  ] as const
  const named = found.filter(([count]) => count > 0).map(([count, noun]) => pluralize(count, noun))
  return named.length > 0 ? named.join(', ') : noResultsMessage(words)
}
