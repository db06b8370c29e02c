import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatDuration } from '#web/lib/format.ts'
import { usePlayTrack } from '../../queue/playable-list.tsx'
import {
  usePlayerContext,
  useTrackDuration,
  useTrackPlayState,
  useTrackPosition,
} from '../../use-player.ts'
import { HoverTime } from '../hover-time.tsx'
import { useWaveformSlider } from './use-waveform-slider.ts'
import { WaveBars } from './wave-bars.tsx'

type WaveformProps = {
  track: Track
  /** The analyzed waveform, where it is known. */
  levels?: readonly number[] | null | undefined
  /** Sets the height. */
  className?: string
  /** Without the label with the time. */
  plain?: boolean
}

/**
 * A track's waveform with a playhead: seek by click, drag or keyboard. Idle while another track is
 * current. A time update changes one custom property and the time only.
 */
export function Waveform({ track, levels, className, plain = false }: WaveformProps) {
  const position = useTrackPosition(track.id)
  const duration = useTrackDuration(track)
  const isCurrent = useTrackPlayState(track.id) !== 'idle'
  const { player, position: clock } = usePlayerContext()
  const play = usePlayTrack(track)
  /** Starts the track if it is not current. */
  function seek(seconds: number) {
    if (player.state().currentTrack?.id !== track.id) play()
    player.seek(seconds)
  }
  const { slider, displayed, hovered, dragged } = useWaveformSlider({
    label: `Seek in ${track.title}`,
    shown: position,
    duration,
    position: () => (isCurrent ? clock.current() : 0),
    onSeek: seek,
  })
  return (
    <div className={classNames('@container', className)}>
      <div
        {...slider}
        className="group/wave relative h-full cursor-pointer touch-pan-y rounded-control select-none focus-visible:outline-offset-10"
      >
        <WaveBars key={track.id} trackId={track.id} levels={levels} />
        {(isCurrent || dragged !== null) && (
          <Playhead time={plain ? null : formatDuration(displayed)} />
        )}
        {!plain && hovered !== null && (
          <HoverTime seconds={hovered} duration={duration} className="-top-10" />
        )}
      </div>
    </div>
  )
}

/** The playhead with a ring in the color behind it, and the time in a label that stays within the waveform. */
function Playhead({ time }: { time: string | null }) {
  return (
    <>
      <span className="absolute -inset-y-1.5 left-(--played) w-1 -translate-x-1/2 rounded-full bg-playhead shadow-[0_0_0_3px_var(--behind-playhead,var(--color-bg))] tablet:w-1.5 tablet:shadow-[0_0_0_4px_var(--behind-playhead,var(--color-bg))]" />
      {time !== null && (
        <span className="absolute -top-10 left-[clamp(1.5rem,var(--played),100%-1.5rem)] -translate-x-1/2 rounded-art-lg bg-playhead px-2.25 py-1.25 text-sm leading-heading font-semibold text-bg tabular-nums">
          {time}
        </span>
      )}
    </>
  )
}
