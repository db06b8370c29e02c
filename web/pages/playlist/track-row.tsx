import { LoaderCircle, Pause, Play, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import { LikeIcon } from '#web/features/likes/like-icon.tsx'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { AddToPlaylistButton } from '#web/features/playlists/add-to-playlist-button.tsx'
import { artistName } from '#web/lib/artist-name.ts'
import { classNames } from '#web/lib/class-names.ts'
import { genreName, minutesAndSeconds } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { columnsClass } from './columns.tsx'

export type RowActions = {
  onPlay: (row: number) => void
  /** For the owner only. */
  onRemove?: ((track: Track) => void) | undefined
}

type TrackRowProps = RowActions & {
  track: Track
  row: number
  /** The handle by which its owner moves it. */
  grip?: ReactNode
  isLifted?: boolean
}

const cell = 'text-sm text-muted tabular-nums'

export const TrackRow = memo(function TrackRow(props: TrackRowProps) {
  const { track, row, grip, isLifted, onRemove } = props
  const isCurrent = useTrackPlayState(track.id) !== 'idle'
  return (
    <div
      className={classNames(
        columnsClass(grip !== undefined),
        'group h-full items-center rounded-control px-1 py-2 tablet:px-3.5 tablet:py-2.5',
        isLifted
          ? 'bg-overlay shadow-[var(--shadow-lift),0_0_0_1.5px_var(--color-varnish)]'
          : 'hover:bg-surface',
      )}
    >
      {grip}
      <Place track={track} row={row} />
      <Sleeve {...props} />
      <div className="min-w-0">
        <Link
          href={paths.track(track)}
          title={track.title}
          className={classNames(
            'block truncate rounded-art leading-[1.35] font-semibold',
            isCurrent && 'text-varnish-text',
          )}
        >
          {track.title}
        </Link>
        <span className="block truncate text-sm text-muted">{artistName(track)}</span>
      </div>
      <span className={`${cell} hidden truncate nav:block`}>
        {genreName(track.genre || 'Music')}
      </span>
      <span className={`${cell} hidden text-right nav:block`}>
        {track.playCount.toLocaleString()}
      </span>
      <span className={`${cell} hidden text-right tablet:block`}>
        {track.duration !== null && minutesAndSeconds(track.duration)}
      </span>
      <div className="flex justify-end tablet:gap-0.5">
        <LikeIcon track={track} className={onRemove ? 'max-tablet:hidden!' : ''} />
        {onRemove ? (
          <IconButton label={`Remove ${track.title} from playlist`} onClick={() => onRemove(track)}>
            <Trash2 />
          </IconButton>
        ) : (
          <AddToPlaylistButton track={track} />
        )}
      </div>
    </div>
  )
})

/** Its number, or bars that dance while it plays. */
function Place({ track, row }: { track: Track; row: number }) {
  const isPlaying = useTrackPlayState(track.id) === 'playing'
  return (
    <span className={`${cell} hidden tablet:block`}>
      {isPlaying ? (
        <span className="dancing-bars text-varnish-text" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        row + 1
      )}
    </span>
  )
}

const icons = {
  loading: <LoaderCircle className="spinning size-5" strokeWidth={2.5} />,
  playing: <Pause className="size-5 fill-current" />,
  idle: <Play className="size-5 fill-current" />,
  paused: <Play className="size-5 fill-current" />,
}
const verbs = { loading: 'Loading', playing: 'Pause', idle: 'Play', paused: 'Play' }

function Sleeve({ track, row, onPlay }: TrackRowProps) {
  const state = useTrackPlayState(track.id)
  return (
    <button
      type="button"
      aria-label={`${verbs[state]} ${track.title}`}
      onClick={() => onPlay(row)}
      className="relative w-12 rounded-art tablet:w-14"
    >
      <Artwork src={paths.artwork(track, 96)} srcSet={paths.artworkSet(track)} sizes="56px" />
      <span
        className={classNames(
          'absolute inset-0 grid place-items-center rounded-art bg-[rgb(10_7_5/0.58)] text-[#fff6e8] transition-opacity',
          state === 'idle' &&
            'opacity-0 group-focus-within:opacity-100 mouse:group-hover:opacity-100',
        )}
      >
        {icons[state]}
      </span>
    </button>
  )
}
