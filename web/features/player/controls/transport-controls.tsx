import { Repeat, Repeat1, RotateCcw, RotateCw, Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { memo } from 'react'
import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { PlayButton } from '#web/ui/play-button.tsx'
import { skipBy } from '../engine/seeking.ts'
import { isLong, skipStep } from '../playback-options.ts'
import { hasNext, hasPrevious } from '../queue/queue.ts'
import { cycleRepeat, setShuffle } from '../queue/queue-editing.ts'
import { usePlayer, usePlayerContext, usePlayerState, useTrackPlayState } from '../use-player.ts'
import { ControlButton, type ControlSize } from './control-button.tsx'

type TransportControlsProps = {
  track: Track
  className: string
  /** Size of the play button and of its icon. */
  playClass: string
  isLarge?: boolean
}

/** Shuffle, previous, play or pause, next, repeat. */
export function TransportControls({
  track,
  className,
  playClass,
  isLarge = false,
}: TransportControlsProps) {
  const player = usePlayer()
  const modeSize = isLarge ? 'mode' : 'normal'
  // In the bar of narrow screens there is no space for them.
  const modeClass = isLarge ? '' : 'max-nav:hidden'
  const skip = isLarge ? ({ size: 'skip', tone: 'text' } as const) : {}
  const state = useTrackPlayState(track.id)
  const canGoBack = usePlayerState(({ queue }) => hasPrevious(queue))
  const hasNextTrack = usePlayerState(({ queue }) => hasNext(queue))
  return (
    <div
      className={classNames(
        'flex items-center [&_.lucide-skip-back]:fill-current [&_.lucide-skip-forward]:fill-current',
        className,
      )}
    >
      <ShuffleButton size={modeSize} className={modeClass} />
      {isLong(track) && <SkipButton direction={-1} size={modeSize} />}
      <ControlButton label="Previous" disabled={!canGoBack} onClick={player.previous} {...skip}>
        <SkipBack />
      </ControlButton>
      <PlayButton state={state} onClick={player.toggle} className={playClass} />
      <ControlButton label="Next" disabled={!hasNextTrack} onClick={player.next} {...skip}>
        <SkipForward />
      </ControlButton>
      {isLong(track) && <SkipButton direction={1} size={modeSize} />}
      <RepeatButton size={modeSize} className={modeClass} />
    </div>
  )
}

type SkipButtonProps = { direction: 1 | -1; size: ControlSize }

/** Skips 15 seconds, in tracks over ten minutes. */
function SkipButton({ direction, size }: SkipButtonProps) {
  const { player, position } = usePlayerContext()
  const label = direction > 0 ? 'Forward 15 seconds' : 'Back 15 seconds'
  const Icon = direction > 0 ? RotateCw : RotateCcw
  return (
    <ControlButton
      label={label}
      onClick={() => skipBy(player, position, direction * skipStep)}
      size={size}
      className="relative"
    >
      <Icon />
      <span aria-hidden="true" className="absolute text-[0.5rem] leading-none font-bold">
        15
      </span>
    </ControlButton>
  )
}

type ModeButtonProps = { size: ControlSize; className: string }

const ShuffleButton = memo(function ShuffleButton({ size, className }: ModeButtonProps) {
  const player = usePlayer()
  const on = usePlayerState(({ queue }) => queue.original !== null)
  return (
    <ControlButton
      label="Shuffle"
      tooltip={on ? 'Shuffle is on' : 'Shuffle'}
      aria-pressed={on}
      onClick={() => player.changeQueue((queue) => setShuffle(queue, !on))}
      isOn={on}
      size={size}
      className={className}
    >
      <Shuffle />
    </ControlButton>
  )
})

const RepeatButton = memo(function RepeatButton({ size, className }: ModeButtonProps) {
  const player = usePlayer()
  const repeat = usePlayerState(({ queue }) => queue.repeat)
  return (
    <ControlButton
      label={`Repeat: ${repeat}`}
      onClick={() => player.changeQueue(cycleRepeat)}
      isOn={repeat !== 'off'}
      size={size}
      className={className}
    >
      {repeat === 'one' ? <Repeat1 /> : <Repeat />}
    </ControlButton>
  )
})
