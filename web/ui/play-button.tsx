import { LoaderCircle, Pause, Play } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type PlayState = 'idle' | 'loading' | 'playing' | 'paused'

type PlayButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  state: PlayState
  /** The title in the accessible name: "Play Soft Landing". */
  what?: string
}

export function PlayButton({ state, what, className, ...rest }: PlayButtonProps) {
  const verb = state === 'loading' ? 'Loading' : state === 'playing' ? 'Pause' : 'Play'
  return (
    <button
      type="button"
      aria-label={what ? `${verb} ${what}` : verb}
      className={classNames(
        'primary-fill grid shrink-0 place-items-center rounded-full transition-[opacity,translate,scale] duration-(--duration-base) hover:scale-106',
        className,
      )}
      {...rest}
    >
      {state === 'loading' ? (
        <LoaderCircle className="spinning" strokeWidth={2.5} />
      ) : state === 'playing' ? (
        <Pause className="fill-current" strokeWidth={1.5} />
      ) : (
        <Play className="ml-0.75 fill-current" strokeWidth={1.5} />
      )}
    </button>
  )
}
