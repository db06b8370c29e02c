import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import type { PlayState } from '#web/ui/play-button.tsx'
import type { PlaybackPosition } from './engine/playback-position.ts'
import type { SoundSettings, SoundSettingsStore } from './engine/sound-settings.ts'
import { initialState, type Player, type PlayerState } from './store.ts'

type PlayerContextValue = {
  player: Player
  position: PlaybackPosition
  settings: SoundSettingsStore
}

const PlayerContext = createContext<PlayerContextValue | null>(null)
export const PlayerProvider = PlayerContext.Provider

export function usePlayerContext(): PlayerContextValue {
  const context = useContext(PlayerContext)
  if (!context) throw new Error('usePlayer needs a PlayerProvider above it')
  return context
}

/** The player's commands. The object is stable: using it causes no re-render. */
export function usePlayer(): Player {
  return usePlayerContext().player
}

/** Selects from the state; re-renders only when the selected value changes. */
export function usePlayerState<Selected>(select: (state: PlayerState) => Selected): Selected {
  const player = usePlayer()
  const read = () => select(player.state())
  // The first render is that of the server, although something may be loaded by then.
  return useSyncExternalStore(player.subscribeDeferred, read, () => select(initialState))
}

export function useSoundSettings(): [SoundSettings, (change: Partial<SoundSettings>) => void] {
  const { settings } = usePlayerContext()
  const current = useSyncExternalStore(settings.subscribe, settings.get, settings.get)
  return [current, (change) => settings.set({ ...current, ...change })]
}

/** Of the current track. */
export const currentPlayState = ({ loading, isPlaying }: PlayerState): PlayState =>
  loading ? 'loading' : isPlaying ? 'playing' : 'paused'

/** `idle` unless the track is the current one. */
export const useTrackPlayState = (trackId: string): PlayState =>
  usePlayerState((state) => (state.currentTrack?.id === trackId ? currentPlayState(state) : 'idle'))

/** Position in seconds; 0 while another track is current, and then ticks cause no re-render. */
export function useTrackPosition(trackId: string): number {
  return useWhileCurrent(trackId, (position) => position.current())
}

/** Whole seconds, from the server, or from the file once its metadata is loaded. */
export function useTrackDuration(track: Track): number {
  const ofFile = useWhileCurrent(track.id, (position) => Math.round(position.duration()))
  return track.duration || ofFile
}

function useWhileCurrent(trackId: string, read: (position: PlaybackPosition) => number): number {
  const { position } = usePlayerContext()
  const isCurrent = usePlayerState((state) => state.currentTrack?.id === trackId)
  const readNow = () => (isCurrent ? read(position) : 0)
  return useSyncExternalStore(position.subscribe, readNow, () => 0)
}
