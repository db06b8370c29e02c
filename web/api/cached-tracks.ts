import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from './client.ts'

/** Every cached copy of a track: in lists, sections of the home page, playlists, profiles and search results. */

/** Returns undefined to remove the track from lists. */
type Patch = (track: Track) => Track | undefined

export function patchCachedTracks(queryClient: QueryClient, patch: Patch): void {
  for (const [queryKey, data] of queryClient.getQueriesData({})) {
    const patched = patchIn(data, patch)
    if (patched !== undefined && patched !== data) queryClient.setQueryData(queryKey, patched)
  }
}

/** The same object if it contains no track that changes; undefined if its track is removed. */
function patchIn(data: unknown, patch: Patch): unknown {
  if (isTrack(data)) return patch(data)
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    const items = data.map((item) => patchIn(item, patch))
    const isSame = items.every((item, i) => item === data[i])
    return isSame ? data : items.filter((item) => item !== undefined)
  }
  const parts = Object.entries(data).map(
    ([key, part]) => [key, part, patchIn(part, patch)] as const,
  )
  const changed = parts.filter(([, part, patched]) => patched !== part)
  // An entry of a playlist goes with its track.
  if (changed.some(([, , patched]) => patched === undefined)) return undefined
  const changes = Object.fromEntries(changed.map(([key, , patched]) => [key, patched]))
  return changed.length > 0 ? { ...data, ...changes } : data
}

export function cachedTracks(queryClient: QueryClient): Track[] {
  return queryClient.getQueriesData({}).flatMap(([, data]) => tracksIn(data))
}

function tracksIn(data: unknown): Track[] {
  if (isTrack(data)) return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(tracksIn) : []
}

export function isTrack(data: unknown): data is Track {
  return typeof data === 'object' && data !== null && 'audioUrl' in data
}

/** Maps the items of a list that was loaded page by page; an empty array removes one. */
export const mapItems = <Item>(
  data: InfiniteData<ListPage<Item>>,
  map: (item: Item) => Item | Item[],
): InfiniteData<ListPage<Item>> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(map) })),
})

export const isInfinite = ({ state }: Query): boolean =>
  typeof state.data === 'object' && state.data !== null && 'pages' in state.data
