import { SkipBack, SkipForward } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { PlayButton } from '#web/ui/play-button.tsx'
import { isLong } from '../playback-options.ts'
import { hasNext, hasPrevious } from '../queue/queue.ts'
import { usePlayer, usePlayerState, useTrackPlayState } from '../use-player.ts'
import { ControlButton } from './control-button.tsx'
import { RepeatButton, ShuffleButton } from './play-modes.tsx'
import { SkipButton } from './skip-buttons.tsx'

type TransportProps = {
  track: Track
  className: string
  /** Size of the play button and of its icon. */
  playClass: string
  isLarge?: boolean
}

/** Shuffle, previous, play or pause, next, repeat. */
export function Transport({ track, className, playClass, isLarge = false }: TransportProps) {
  const player = usePlayer()
  const modeSize = isLarge ? 'mode' : 'normal'
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
      <ShuffleButton size={modeSize} />
      {isLong(track) && <SkipButton direction={-1} size={modeSize} />}
      <ControlButton label="Previous" disabled={!canGoBack} onClick={player.previous} {...skip}>
        <SkipBack />
      </ControlButton>
      <PlayButton state={state} onClick={player.toggle} className={playClass} />
      <ControlButton label="Next" disabled={!hasNextTrack} onClick={player.next} {...skip}>
        <SkipForward />
      </ControlButton>
      {isLong(track) && <SkipButton direction={1} size={modeSize} />}
      <RepeatButton size={modeSize} />
    </div>
  )
}
