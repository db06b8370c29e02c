import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Discovery } from '#contract/discover.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'
import type { ListPage } from './client.ts'
import { discoverQuery } from './discover.ts'

/** Every copy of a track that is on screen or kept: in lists, sections, playlists, profiles and results. */

type TrackPages = InfiniteData<ListPage<Track>>
type Kept = Track[] | TrackPages | Track | null
/** Answers nothing for a track that is gone. */
type Change = (track: Track) => Track | undefined

export function keptTracks(queryClient: QueryClient): Track[] {
  const kept = queryClient.getQueriesData<Kept>({ predicate: holdsTracks })
  const discovery = queryClient.getQueryData(discoverQuery.queryKey)
  const found = queryClient.getQueriesData<SearchResults>({ queryKey: [paths.api.search()] })
  return [
    ...kept.flatMap(([, data]) => tracksOf(data)),
    ...(discovery ? tracksIn(discovery) : []),
    ...found.flatMap(([, results]) => results?.tracks ?? []),
  ]
}

export function changeKeptTracks(queryClient: QueryClient, change: Change): void {
  const each = (tracks: Track[]) => tracks.flatMap((track) => change(track) ?? [])
  queryClient.setQueriesData<Kept>({ predicate: holdsTracks }, (known) => {
    if (!known) return known
    if (Array.isArray(known)) return each(known)
    if (!('pages' in known)) return change(known) ?? known
    const pages = known.pages.map((page) => ({ ...page, items: each(page.items) }))
    return { ...known, pages }
  })
  queryClient.setQueryData(discoverQuery.queryKey, (known) => known && eachSection(known, each))
  queryClient.setQueriesData<SearchResults>(
    { queryKey: [paths.api.search()] },
    (known) => known && { ...known, tracks: each(known.tracks) },
  )
  queryClient.setQueriesData<PlaylistDetail>(
    { queryKey: [paths.api.playlists] },
    (known) => known && { ...known, playlistTracks: eachEntry(known.playlistTracks, change) },
  )
}

/** One person's tracks, and whatever else is asked for under the address of all tracks. */
function holdsTracks({ queryKey: [noun, , part] }: Query): boolean {
  return noun === paths.api.tracks() || (noun === paths.api.users && part === 'tracks')
}

export const comesInPages = ({ state }: Query): boolean =>
  typeof state.data === 'object' && state.data !== null && 'pages' in state.data

function tracksOf(kept: Kept | undefined): Track[] {
  if (!kept) return []
  if (Array.isArray(kept)) return kept
  return 'pages' in kept ? kept.pages.flatMap(({ items }) => items) : [kept]
}

function tracksIn({ curated, recent, trending, genres }: Discovery): Track[] {
  return [...curated, ...recent, ...trending, ...genres.flatMap(({ tracks }) => tracks)]
}

function eachSection(discovery: Discovery, each: (tracks: Track[]) => Track[]): Discovery {
  return {
    curated: each(discovery.curated),
    recent: each(discovery.recent),
    trending: each(discovery.trending),
    genres: discovery.genres.map(({ genre, tracks }) => ({ genre, tracks: each(tracks) })),
  }
}

function eachEntry(entries: PlaylistDetail['playlistTracks'], change: Change) {
  return entries.flatMap((entry) => {
    const track = change(entry.track)
    return track ? { ...entry, track } : []
  })
}
