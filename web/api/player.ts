import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { request } from './client.ts'

export function listSimilarTracks(id: string): Promise<Track[]> {
  return request(routes.listSimilarTracks, { params: { id }, query: { limit: 20 } })
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
