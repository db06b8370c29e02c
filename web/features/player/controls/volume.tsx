import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { Slider } from 'radix-ui'
import { memo } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { ControlButton } from './control-button.tsx'

/** Volume slider and mute button. Not rendered again for each track: its first sound waits for that. */
export const Volume = memo(function Volume({ className }: { className: string }) {
  const player = usePlayer()
  const volume = usePlayerState((state) => Math.round(state.volume * 100))
  const muted = usePlayerState((state) => state.muted)
  const shown = muted ? 0 : volume
  const Icon = shown === 0 ? VolumeX : shown < 50 ? Volume1 : Volume2
  return (
    <div className={classNames('items-center gap-0.5', className)}>
      <ControlButton
        label={muted ? 'Unmute' : 'Mute'}
        onClick={player.toggleMute}
        className="-ml-2.5"
      >
        <Icon />
      </ControlButton>
      <Slider.Root
        value={[shown]}
        onValueChange={([next = shown]) => player.setVolume(next / 100)}
        className="relative flex h-6 min-w-0 flex-1 cursor-pointer touch-none items-center select-none"
      >
        <Slider.Track className="relative h-1 flex-1 rounded-full bg-wave-rest">
          <Slider.Range className="absolute h-full rounded-full bg-wave-from" />
        </Slider.Track>
        <Slider.Thumb
          aria-label="Volume"
          aria-valuetext={muted ? 'muted' : `${volume} percent`}
          className="block h-4 w-1.25 rounded-full bg-playhead shadow-[0_0_0_3px_var(--color-overlay)] focus-visible:outline-offset-5"
        />
      </Slider.Root>
    </div>
  )
})
