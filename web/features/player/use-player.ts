import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import type { Clock } from './playback-position.ts'
import type { Player, PlayerState } from './store.ts'

type PlayerAndClock = { player: Player; clock: Clock }

const PlayerContext = createContext<PlayerAndClock | null>(null)
export const PlayerProvider = PlayerContext.Provider

export function usePlayerAndClock(): PlayerAndClock {
  const parts = useContext(PlayerContext)
  if (!parts) throw new Error('usePlayer needs a PlayerProvider above it')
  return parts
}

/** The commands. They never change, so that using them redraws nothing. */
export function usePlayer(): Player {
  return usePlayerAndClock().player
}

/** One part of the state; the caller is drawn anew only when that part changes. */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  const player = usePlayer()
  const read = () => select(player.state())
  return useSyncExternalStore(player.subscribeDrawing, read, read)
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
  return useWhileCurrent(trackId, (clock) => clock.position())
}

/** Whole seconds in all: what the file says once it is loaded, before that what the server says. */
export function useTrackDuration(track: Track): number {
  return useWhileCurrent(track.id, (clock) => Math.round(clock.duration())) || track.duration || 0
}

function useWhileCurrent(trackId: string, read: (clock: Clock) => number): number {
  const { clock } = usePlayerAndClock()
  const isCurrent = usePlayerState((state) => state.currentTrack?.id === trackId)
  const readNow = () => (isCurrent ? read(clock) : 0)
  return useSyncExternalStore(clock.subscribe, readNow, readNow)
}
