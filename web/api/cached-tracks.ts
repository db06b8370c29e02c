import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Discovery } from '#contract/discover.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from './client.ts'

/** Every cached copy of a track: in lists, sections of the home page, playlists, profiles and search results. */

type TrackPages = InfiniteData<ListPage<Track>>
type CachedData = Track[] | TrackPages | Track | null
/** Returns undefined to remove the track from lists. */
type Patch = (track: Track) => Track | undefined

const discoverKey = ['discover']
const searchKey = ['search']

/** Maps the items of a list that was loaded page by page; an empty array removes one. */
export const mapItems = <Item>(
  data: InfiniteData<ListPage<Item>>,
  map: (item: Item) => Item | Item[],
): InfiniteData<ListPage<Item>> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(map) })),
})

export function cachedTracks(queryClient: QueryClient): Track[] {
  const cached = queryClient.getQueriesData<CachedData>({ predicate: hasTracks })
  const discovery = queryClient.getQueryData<Discovery>(discoverKey)
  const found = queryClient.getQueriesData<SearchResults>({ queryKey: searchKey })
  return [
    ...cached.flatMap(([, data]) => tracksOf(data)),
    ...(discovery ? tracksIn(discovery) : []),
    ...found.flatMap(([, results]) => results?.tracks ?? []),
  ]
}

export function patchCachedTracks(queryClient: QueryClient, patch: Patch): void {
  const each = (tracks: Track[]) => tracks.flatMap((track) => patch(track) ?? [])
  queryClient.setQueriesData<CachedData>({ predicate: hasTracks }, (cached) => {
    if (!cached) return cached
    if (Array.isArray(cached)) return each(cached)
    if (!('pages' in cached)) return patch(cached) ?? cached
    return mapItems(cached, (track) => patch(track) ?? [])
  })
  queryClient.setQueryData<Discovery>(
    discoverKey,
    (cached) => cached && patchSections(cached, each),
  )
  queryClient.setQueriesData<SearchResults>(
    { queryKey: searchKey },
    (cached) => cached && { ...cached, tracks: each(cached.tracks) },
  )
  queryClient.setQueriesData<PlaylistDetail>(
    { queryKey: ['playlists'] },
    (cached) => cached && { ...cached, playlistTracks: patchEntries(cached.playlistTracks, patch) },
  )
}

/** Queries under `tracks` and `browse`, and the track lists of users. */
function hasTracks({ queryKey: [resource, , list] }: Query): boolean {
  return (
    resource === 'tracks' || resource === 'browse' || (resource === 'users' && list === 'tracks')
  )
}

export const isInfinite = ({ state }: Query): boolean =>
  typeof state.data === 'object' && state.data !== null && 'pages' in state.data

function tracksOf(cached: CachedData | undefined): Track[] {
  if (!cached) return []
  if (Array.isArray(cached)) return cached
  return 'pages' in cached ? cached.pages.flatMap(({ items }) => items) : [cached]
}

function tracksIn({ curated, recent, trending, genres }: Discovery): Track[] {
  return [...curated, ...recent, ...trending, ...genres.flatMap(({ tracks }) => tracks)]
}

function patchSections(discovery: Discovery, each: (tracks: Track[]) => Track[]): Discovery {
  return {
    curated: each(discovery.curated),
    recent: each(discovery.recent),
    trending: each(discovery.trending),
    genres: discovery.genres.map(({ genre, tracks }) => ({ genre, tracks: each(tracks) })),
  }
}

function patchEntries(entries: PlaylistDetail['playlistTracks'], patch: Patch) {
  return entries.flatMap((entry) => {
    const track = patch(entry.track)
    return track ? { ...entry, track } : []
  })
}
