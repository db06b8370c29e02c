import { Repeat, Repeat1, Shuffle } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { cycleRepeat, setShuffle } from '../queue/queue-editing.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'

const onClass = 'text-primary-text!'

export function ShuffleButton({ className = '' }: { className?: string | undefined }) {
  const player = usePlayer()
  const on = usePlayerState(({ queue }) => queue.original !== null)
  return (
    <Tooltip text={on ? 'Shuffle is on' : 'Shuffle'}>
      <IconButton
        label="Shuffle"
        aria-pressed={on}
        onClick={() => player.changeQueue((queue) => setShuffle(queue, !on))}
        className={`${className} ${on ? onClass : ''}`}
      >
        <Shuffle />
      </IconButton>
    </Tooltip>
  )
}

const repeatLabels = { off: 'Repeat: off', all: 'Repeat: all', one: 'Repeat: one' }

export function RepeatButton({ className = '' }: { className?: string | undefined }) {
  const player = usePlayer()
  const repeat = usePlayerState(({ queue }) => queue.repeat)
  const label = repeatLabels[repeat]
  return (
    <Tooltip text={label}>
      <IconButton
        label={label}
        onClick={() => player.changeQueue(cycleRepeat)}
        className={`${className} ${repeat === 'off' ? '' : onClass}`}
      >
        {repeat === 'one' ? <Repeat1 /> : <Repeat />}
      </IconButton>
    </Tooltip>
  )
}
