import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { artistName } from '#web/lib/display-name.ts'
import { formatDuration } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RowCover } from '../row-cover.tsx'

type QueueRowProps = {
  track: Track
  onPlay: () => void
  /** Not for the current track. */
  onRemove?: (button: HTMLElement) => void
  handle?: ReactNode
  isDragged?: boolean
}

export function QueueRow({ track, onPlay, onRemove, handle, isDragged }: QueueRowProps) {
  return (
    <div
      className={classNames(
        'group grid h-full items-center gap-2.5 rounded-control pr-1 pl-1.5',
        handle
          ? 'grid-cols-[28px_44px_minmax(0,1fr)_auto_40px]'
          : 'grid-cols-[44px_minmax(0,1fr)_auto] pr-3 pl-2.5',
        isDragged
          ? 'bg-overlay shadow-[var(--shadow-lift),0_0_0_1.5px_var(--color-primary)]'
          : 'hover:bg-raised',
      )}
    >
      {handle}
      <RowCover track={track} onPlay={onPlay} className="w-11" />
      <span className="min-w-0">
        <strong
          title={track.title}
          className={classNames(
            'block truncate text-md leading-[1.35] font-semibold',
            !onRemove && 'text-primary-text',
          )}
        >
          {track.title}
        </strong>
        <span className="block truncate text-sm leading-[1.4] text-muted">{artistName(track)}</span>
      </span>
      <span className="text-sm text-muted tabular-nums">
        {track.duration !== null && formatDuration(track.duration)}
      </span>
      {onRemove && (
        <IconButton
          data-remove
          label={`Remove ${track.title} from queue`}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}
