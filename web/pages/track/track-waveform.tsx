import type { Track } from '#contract/tracks.ts'
import { Waveform } from '#web/components/waveform/waveform.tsx'
import { useTrackDuration } from '#web/features/player/use-player.ts'
import { formatDuration } from '#web/lib/format.ts'

export function TrackWaveform({ track }: { track: Track }) {
  const duration = useTrackDuration(track)
  return (
    <div className="mt-15 tablet:mt-19">
      <Waveform track={track} className="h-24 tablet:h-33" />
      <div
        aria-hidden="true"
        className="mt-3.5 flex justify-between text-sm text-muted tabular-nums"
      >
        <span>{formatDuration(0)}</span>
        <span>{formatDuration(duration)}</span>
      </div>
    </div>
  )
}
