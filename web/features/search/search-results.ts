import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import { isWithinOneEdit } from '#contract/edit-distance.ts'
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

/** The placeholder of the search field names podcasts: what there is for those who search for them. */
export const podcastHint = (query: string): string | undefined =>
  /^podcasts?$/i.test(query.trim())
    ? 'There is no list of podcasts: episodes are tracks, and every profile and playlist has a feed for podcast apps.'
    : undefined

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

/** The artist whose name is typed, or else what has exactly this title, or the first track. */
export function findTopResult(results: SearchResults, query: string): TopResult | undefined {
  const { tracks, albums, playlists } = results
  const artist = findNamedArtist(results, query)
  if (artist) return { kind: 'artist', artist }
  const playlist = albums.find(isTitled(query)) ?? playlists.find(isTitled(query))
  const track = tracks.find(isTitled(query)) ?? (playlist ? undefined : tracks[0])
  if (track) return { kind: 'track', track }
  return playlist && { kind: 'playlist', playlist }
}

type Artist = SearchResults['users'][number]

/**
 * The artist who is listed before everything else: whose whole name is typed or, unless something has exactly this
 * title, the first words of it, each perhaps with a typo.
 */
export function findNamedArtist(results: SearchResults, query: string): Artist | undefined {
  const { tracks, users, albums, playlists } = results
  const whole = users.find((user) => namesOf(user).some((name) => name === normalizeName(query)))
  if (whole || [...tracks, ...albums, ...playlists].some(isTitled(query))) return whole
  return users.find((user) => namesOf(user).some((name) => isStartOf(name, query)))
}

const namesOf = (user: Artist) => [displayName(user), user.username].map(normalizeName)

const isTitled =
  (query: string) =>
  ({ title }: { title: string }) =>
    normalizeName(title) === normalizeName(query)

function isStartOf(name: string, query: string): boolean {
  const words = name.split(' ')
  return normalizeName(query)
    .split(' ')
    .every((typed, index) => {
      const word = words[index] ?? ''
      // The start of a word is no typo: of 'mar' and 'mare' nobody knows yet who is meant.
      const isTypo = typed.length > 3 && !word.startsWith(typed) && isWithinOneEdit(typed, word)
      return typed === word || isTypo
    })
}

const normalizeName = (text: string) => fold(text).trim().replace(/\s+/g, ' ')
