import type { Track } from '#contract/tracks.ts'
import type { PlayState } from '#web/ui/play-button.tsx'
import type { PlayerState } from '../store.ts'
import { currentPlayState, usePlayer, usePlayerState } from '../use-player.ts'
import { entryOfList } from './queue.ts'

export type ListOfTracks = {
  /** Its name, as in the queue. */
  source: string
  /** Those that are loaded. */
  tracks: readonly Track[]
  hasMore?: boolean
}

/** `idle` unless the list is what plays, also while a track plays that was queued manually. */
function listPlayState(state: PlayerState, { source, tracks, hasMore }: ListOfTracks): PlayState {
  const entry = entryOfList(state.queue)
  if (!entry || entry.source !== source || state.ended) return 'idle'
  // Another list may have the same name.
  const isOfList = hasMore || tracks.some(({ id }) => id === entry.track.id)
  return isOfList ? currentPlayState(state) : 'idle'
}

/** For the play button of a whole list: what plays of it is paused and resumed, otherwise it starts. */
export function useListPlayback(list: ListOfTracks, start: () => void) {
  const player = usePlayer()
  const state = usePlayerState((state) => listPlayState(state, list))
  return {
    state,
    toggle: () => (listPlayState(player.state(), list) === 'idle' ? start() : player.toggle()),
  }
}
