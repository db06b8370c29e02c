import { useQuery } from '@tanstack/react-query'
import type { OwnShareNote, SharedTrack } from '#contract/share-links.ts'
import { sharedWaveformQuery } from '#web/api/share-links.ts'
import { NoteMarks } from '#web/components/notes.tsx'
import { HoverTime } from '#web/features/player/controls/hover-time.tsx'
import { useWaveformSlider } from '#web/features/player/controls/waveform/use-waveform-slider.ts'
import { WaveBars } from '#web/features/player/controls/waveform/wave-bars.tsx'
import { formatDuration } from '#web/lib/format.ts'
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
  const { slider, displayed, hovered, played } = useWaveformSlider({
    label: `Seek in ${track.title}`,
    shown: position,
    duration,
    position: () => position,
    onSeek: audio.seek,
  })
  return (
    <div className="@container mt-12 tablet:mt-15">
      <div
        {...slider}
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
        {hovered !== null && (
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
