import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'
import { Slider } from '#web/ui/slider.tsx'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { ControlButton } from './control-button.tsx'

/** Volume slider and mute button. */
export function Volume({ className }: { className: string }) {
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
      <Slider
        label="Volume"
        value={shown}
        step={1}
        valueText={muted ? 'muted' : `${volume} percent`}
        onChange={(to) => player.setVolume(to / 100)}
      />
    </div>
  )
}
