import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import type { SearchResults } from '#contract/search.ts'
import { searchQuery } from '#web/api/search.ts'
import { pluralize } from '#web/lib/format.ts'
import { fold } from './highlight.ts'

/** While a query is in flight the results of the previous one stay; late responses are never shown. */
export function useSearchResults(query: string, limit: number) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(query, limit),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return {
    results: query === '' ? undefined : data,
    /** They belong to the previous query. */
    isOutdated: isPlaceholderData,
    isError,
    retry: () => void refetch(),
  }
}

export const noResultsMessage = (query: string) => `No results for “${query}”`

/** One line for screen readers: "3 tracks, 1 artist". */
export function resultSummary(results: SearchResults, query: string): string {
  const { tracks, users, albums, playlists } = results
  const counts = [
    [tracks.length, 'track'],
    [users.length, 'artist'],
    [albums.length, 'album'],
    [playlists.length, 'playlist'],
  ] as const
  const found = counts.filter(([count]) => count > 0).map(([count, noun]) => pluralize(count, noun))
  return found.length > 0 ? found.join(', ') : noResultsMessage(query)
}

export type TopResult =
  | { kind: 'artist'; artist: SearchResults['users'][number] }
  | { kind: 'track'; track: SearchResults['tracks'][number] }
  | { kind: 'playlist'; playlist: SearchResults['playlists'][number] }

/** What has exactly this name, artists first, or else the first track. */
export function findTopResult(results: SearchResults, query: string): TopResult | undefined {
  const { tracks, users, albums, playlists } = results
  const [artist] = users
  if (artist && isArtistName(results, query)) return { kind: 'artist', artist }
  const isNamed = ({ title }: { title: string }) => normalizeName(title) === normalizeName(query)
  const playlist = albums.find(isNamed) ?? playlists.find(isNamed)
  const track = tracks.find(isNamed) ?? (playlist ? undefined : tracks[0])
  if (track) return { kind: 'track', track }
  return playlist && { kind: 'playlist', playlist }
}

/** Whether the query is the name of an artist, who is then listed first. The server returns that one first. */
export function isArtistName({ users: [artist] }: SearchResults, query: string): boolean {
  if (!artist) return false
  return [displayName(artist), artist.username].some(
    (name) => normalizeName(name) === normalizeName(query),
  )
}

const normalizeName = (text: string) => fold(text).trim().replace(/\s+/g, ' ')
