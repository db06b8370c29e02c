import { type CSSProperties, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import { formatDuration } from '#web/lib/format.ts'
import { usePlayerContext } from '../use-player.ts'
import { HoverTime } from './hover-time.tsx'
import { useScrub } from './use-scrub.ts'

const timeClass =
  'min-w-7.5 text-xs text-muted tabular-nums phone:col-span-full phone:row-start-2 phone:self-center tablet:min-w-8.5 tablet:text-sm'

type ProgressProps = { track: Track; className: string }

/**
 * Elapsed time, seek slider and total time: all of the bar that re-renders with the position. On phones the slider is
 * the upper edge of the bar, and the times are beside the buttons.
 */
export function Progress({ track, className }: ProgressProps) {
  const { player, position } = usePlayerContext()
  const elapsed = useSyncExternalStore(position.subscribe, position.current)
  const duration = useSyncExternalStore(position.subscribe, position.duration)
  const { dragged, hovered, ref } = useScrub({
    duration,
    position: position.current,
    onSeek: player.seek,
  })
  const shown = dragged ?? elapsed
  const pointed = dragged ?? hovered
  // From 0 to 100 in steps of 0.1.
  const percent = duration ? Math.round(Math.min(1, shown / duration) * 1000) / 10 : 0
  const total = formatDuration(track.duration ?? duration)
  return (
    <div className={`flex min-w-0 items-center gap-2.5 tablet:gap-3 phone:contents ${className}`}>
      <span className={`${timeClass} phone:justify-self-start`}>{formatDuration(shown)}</span>
      <span
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${formatDuration(shown)} of ${total}`}
        style={{ '--played': `${percent}%` } as CSSProperties}
        className="group/progress relative flex h-6 min-w-0 flex-1 cursor-pointer touch-none items-center outline-none select-none phone:absolute phone:inset-x-5 phone:-top-4 phone:h-8"
      >
        <span className="h-1 w-full rounded-full bg-wave-rest">
          <span className="block h-full w-(--played) rounded-full bg-wave-from" />
        </span>
        <span className="absolute left-(--played) h-4 w-1.25 -translate-x-1/2 rounded-full bg-playhead shadow-[0_0_0_3px_var(--color-overlay)] outline-offset-5 group-focus-visible/progress:outline-2 group-focus-visible/progress:outline-focus" />
        {pointed !== null && (
          <HoverTime seconds={pointed} duration={duration} className="bottom-full" />
        )}
      </span>
      <span className={`${timeClass} text-right phone:mr-10 phone:justify-self-end`}>{total}</span>
    </div>
  )
}
