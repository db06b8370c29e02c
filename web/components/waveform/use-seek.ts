import type { Track } from '#contract/tracks.ts'
import { usePlayer } from '#web/features/player/use-player.ts'

/** Moves to a place in a track. One that is not in the player yet starts there. */
export function useSeek(track: Track): (seconds: number) => void {
  const player = usePlayer()
  return (seconds) => {
    if (player.state().currentTrack?.id !== track.id) player.playTrack(track)
    // The audio element keeps the place until it knows the file.
    player.seek(seconds)
  }
}
