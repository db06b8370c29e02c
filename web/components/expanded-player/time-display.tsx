import type { Track } from '#contract/tracks.ts'
import { useTrackDuration, useTrackPosition } from '#web/features/player/use-player.ts'
import { formatDuration } from '#web/lib/format.ts'

/** Elapsed and total time. The waveform says it to screen readers. */
export function TimeDisplay({ track }: { track: Track }) {
  const position = useTrackPosition(track.id)
  const duration = useTrackDuration(track)
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-between gap-2 text-base text-muted tabular-nums tablet:justify-start"
    >
      <span>{formatDuration(position)}</span>
      <span className="hidden tablet:inline">/</span>
      <span>{formatDuration(duration)}</span>
    </div>
  )
}
