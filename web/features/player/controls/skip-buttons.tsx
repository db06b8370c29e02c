import { RotateCcw, RotateCw } from 'lucide-react'
import { skipBy } from '../engine/seeking.ts'
import { skipStep } from '../playback-options.ts'
import { usePlayerContext } from '../use-player.ts'
import { ControlButton, type ControlSize } from './control-button.tsx'

type SkipButtonProps = { direction: 1 | -1; size: ControlSize }

/** Skips 15 seconds, in tracks over ten minutes. */
export function SkipButton({ direction, size }: SkipButtonProps) {
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
