import { Repeat, Repeat1, Shuffle } from 'lucide-react'
import { cycleRepeat, setShuffle } from '../queue/queue-editing.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { ControlButton, type ControlSize } from './control-button.tsx'

export function ShuffleButton({ size }: { size: ControlSize }) {
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
    >
      <Shuffle />
    </ControlButton>
  )
}

export function RepeatButton({ size }: { size: ControlSize }) {
  const player = usePlayer()
  const repeat = usePlayerState(({ queue }) => queue.repeat)
  return (
    <ControlButton
      label={`Repeat: ${repeat}`}
      onClick={() => player.changeQueue(cycleRepeat)}
      isOn={repeat !== 'off'}
      size={size}
    >
      {repeat === 'one' ? <Repeat1 /> : <Repeat />}
    </ControlButton>
  )
}
