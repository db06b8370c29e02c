import { LoaderCircle, Pause, Play } from 'lucide-react'
import { type ListOfTracks, useListPlayback } from '#web/features/player/queue/use-list-playback.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'

type ListPlayButtonProps = {
  /** While nothing of the list plays. */
  label: 'Play' | 'Play all'
  list: ListOfTracks
  /** Starts the list. */
  onPlay: () => void
  size?: ButtonSize
  disabled?: boolean
  isPending?: boolean
  /** With a width that fits all labels: what is beside the button must not move. */
  className: string
}

/** In the head of a list: plays it, and then pauses and resumes it. */
export function ListPlayButton({ label, list, onPlay, className, ...rest }: ListPlayButtonProps) {
  const { state, toggle } = useListPlayback(list, onPlay)
  return (
    <Button
      tone="primary"
      onClick={toggle}
      className={classNames(state !== 'loading' && '[&>svg]:fill-current', className)}
      {...rest}
    >
      {state === 'loading' ? (
        <LoaderCircle aria-hidden="true" className="spinning" />
      ) : state === 'playing' ? (
        <Pause aria-hidden="true" />
      ) : (
        <Play aria-hidden="true" />
      )}
      {state === 'idle' ? label : state === 'paused' ? 'Resume' : 'Pause'}
    </Button>
  )
}
