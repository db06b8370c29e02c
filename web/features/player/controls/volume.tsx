import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { usePlayer, usePlayerState } from '../use-player.ts'

/** Volume slider and mute button. */
export function Volume({ className }: { className: string }) {
  const player = usePlayer()
  const volume = usePlayerState((state) => Math.round(state.volume * 100))
  const muted = usePlayerState((state) => state.muted)
  const shown = muted ? 0 : volume
  const Icon = shown === 0 ? VolumeX : shown < 50 ? Volume1 : Volume2
  const action = muted ? 'Unmute' : 'Mute'
  return (
    <div className={classNames('items-center gap-0.5', className)}>
      <Tooltip text={action}>
        <IconButton label={action} onClick={player.toggleMute} className="-ml-2.5">
          <Icon />
        </IconButton>
      </Tooltip>
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
