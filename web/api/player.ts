import type { HistoryEntry } from '#contract/library.ts'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { fetchPage, type ListPage, request } from './client.ts'

export function listSimilarTracks(id: string): Promise<Track[]> {
  return request(routes.listSimilarTracks, { params: { id }, query: { limit: 20 } })
}

/** A page of a list of tracks, or of the history. */
export async function loadTracks(url: string): Promise<ListPage<Track>> {
  const { items, next } = await fetchPage<Track | HistoryEntry>(url)
  return { items: items.map((item) => ('track' in item ? item.track : item)), next }
}

export function readPlayerState(): Promise<SavedPlayerState> {
  return request(routes.getPlayerState)
}

/** `keepalive`: the request outlives the page. */
export function writePlayerState(
  state: NewPlayerState,
  { keepalive }: { keepalive: boolean },
): Promise<{ version: number }> {
  return request(routes.savePlayerState, { body: state, keepalive })
}
