import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import type { PlaybackPosition } from './playback-position.ts'
import type { Player, PlayerState } from './store.ts'

type PlayerContextValue = { player: Player; position: PlaybackPosition }

const PlayerContext = createContext<PlayerContextValue | null>(null)
export const PlayerProvider = PlayerContext.Provider

export function usePlayerContext(): PlayerContextValue {
  const parts = useContext(PlayerContext)
  if (!parts) throw new Error('usePlayer needs a PlayerProvider above it')
  return parts
}

/** The commands. They never change, so that using them redraws nothing. */
export function usePlayer(): Player {
  return usePlayerContext().player
}

/** One part of the state; the caller is drawn anew only when that part changes. */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  const player = usePlayer()
  const read = () => select(player.state())
  return useSyncExternalStore(player.subscribeDeferred, read, read)
}

/** Whether a track is the one in the player, and what it is doing there. */
export function useTrackPlayState(trackId: string): 'idle' | 'loading' | 'playing' | 'paused' {
  return usePlayerState((state) => {
    if (state.currentTrack?.id !== trackId) return 'idle'
    if (state.loading) return 'loading'
    return state.isPlaying ? 'playing' : 'paused'
  })
}

/** Seconds played of one track: 0 while another is loaded, and then no tick redraws the caller. */
export function useTrackPosition(trackId: string): number {
  return useWhileCurrent(trackId, (position) => position.current())
}

/** Whole seconds in all: what the file says once it is loaded, before that what the server says. */
export function useTrackDuration(track: Track): number {
  return (
    useWhileCurrent(track.id, (position) => Math.round(position.duration())) || track.duration || 0
  )
}

function useWhileCurrent(trackId: string, read: (position: PlaybackPosition) => number): number {
  const { position } = usePlayerContext()
  const isCurrent = usePlayerState((state) => state.currentTrack?.id === trackId)
  const readNow = () => (isCurrent ? read(position) : 0)
  return useSyncExternalStore(position.subscribe, readNow, readNow)
}
