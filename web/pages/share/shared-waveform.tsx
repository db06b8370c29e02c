import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { OwnShareNote, SharedTrack } from '#contract/share-links.ts'
import { sharedWaveformQuery } from '#web/api/share-links.ts'
import { NoteMarks } from '#web/components/notes.tsx'
import { HoverTime } from '#web/features/player/controls/hover-time.tsx'
import { useScrub } from '#web/features/player/controls/use-scrub.ts'
import { WaveBars } from '#web/features/player/controls/waveform/wave-bars.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { formatSpokenDuration } from '#web/lib/format-spoken-duration.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import type { SharedAudio } from './use-shared-audio.ts'

type SharedWaveformProps = {
  token: string
  audio: SharedAudio
  track: SharedTrack
  /** Those of this browser, on all tracks. */
  notes: readonly OwnShareNote[]
}

/** The waveform of the current track: seek by click, drag or keyboard, also before it plays, to leave a note there. */
export function SharedWaveform({ token, audio, track, notes }: SharedWaveformProps) {
  const { data: levels } = useQuery({
    ...sharedWaveformQuery({ token, trackId: track.id }),
    enabled: track.waveformUrl !== null,
  })
  const isHydrated = useHydrated()
  const { duration, position } = audio
  const { dragged, hovered, ref } = useScrub({
    duration,
    position: () => position,
    onSeek: audio.seek,
  })
  const displayed = dragged ?? position
  const played = duration > 0 ? Math.min(1, displayed / duration) * 100 : 0
  return (
    <div className="@container mt-12 tablet:mt-15">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`Seek in ${track.title}`}
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={Math.floor(displayed)}
        aria-valuetext={`${formatSpokenDuration(displayed)} of ${formatSpokenDuration(duration)}`}
        style={played > 0 ? ({ '--played': `${played}%` } as CSSProperties) : undefined}
        className="group/wave relative h-24 cursor-pointer touch-pan-y rounded-control select-none focus-visible:outline-offset-10 tablet:h-33"
      >
        <WaveBars key={track.id} trackId={track.id} levels={levels} />
        {/* The server writes no style attributes. */}
        {isHydrated && (
          <NoteMarks
            notes={notes.filter(({ trackId }) => trackId === track.id)}
            duration={duration}
          />
        )}
        {played > 0 && (
          <span className="absolute -inset-y-1.5 left-(--played) w-1 -translate-x-1/2 rounded-full bg-playhead shadow-[0_0_0_3px_var(--color-bg)]" />
        )}
        {hovered !== null && dragged === null && (
          <HoverTime seconds={hovered} duration={duration} className="-top-10" />
        )}
      </div>
      <div aria-hidden="true" className="mt-9 flex justify-between text-sm text-muted tabular-nums">
        <span>{formatDuration(displayed)}</span>
        <span>{formatDuration(duration)}</span>
      </div>
    </div>
  )
}
