import type { MouseEvent } from 'react'
import type { Track } from '#contract/tracks.ts'
import { usePlayer } from '#web/features/player/use-player.ts'

type MomentLinkProps = { track: Track; seconds: number; children: string }

/** Plays the track from a moment; without scripts a link to the page that does. */
export function MomentLink({ track, seconds, children }: MomentLinkProps) {
  const player = usePlayer()
  function play(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (player.state().currentTrack?.id !== track.id) player.playTrack(track)
    player.seek(seconds)
  }
  return (
    <a
      href={`?t=${seconds}`}
      onClick={play}
      className="relative rounded-art font-semibold text-primary-text tabular-nums hover:underline"
    >
      <span className="sr-only">Play from </span>
      {children}
    </a>
  )
}
