import { useState, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Slider } from '#web/ui/slider.tsx'
import { usePlayerContext } from './use-player.ts'

const timeClass = 'min-w-7.5 text-xs text-muted tabular-nums tablet:min-w-8.5 tablet:text-sm'

/** Elapsed time, seek slider and total time: all of the bar that re-renders with the position. */
export function Progress({ track }: { track: Track }) {
  const { player, position } = usePlayerContext()
  const elapsed = useSyncExternalStore(position.subscribe, position.current)
  const [dragged, setDragged] = useState<number | null>(null)
  const duration =
    useSyncExternalStore(position.subscribe, position.duration) || track.duration || 0
  const percent = dragged ?? (duration ? (elapsed / duration) * 100 : 0)
  const shown = (percent / 100) * duration
  // The same as elsewhere on the page, even if the file differs by some tenths of a second.
  const total = formatDuration(track.duration ?? duration)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5 tablet:gap-3">
      <span className={timeClass}>{formatDuration(shown)}</span>
      <Slider
        label="Progress"
        value={percent}
        step={0.1}
        valueText={`${formatDuration(shown)} of ${total}`}
        onChange={setDragged}
        onCommit={(to) => {
          player.seek((to / 100) * duration)
          setDragged(null)
        }}
      />
      <span className={`${timeClass} text-right`}>{total}</span>
    </div>
  )
}
